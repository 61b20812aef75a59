import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../web/test/chromium.ts';
import { OurServer } from './support/server.ts';

const example = (file: string) => fileURLToPath(new URL(`../../../examples/client/${file}`, import.meta.url));
let folder: string;
let server: OurServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polywire-page-'));
  await build({
    entryPoints: [example('page.ts')],
    outfile: join(folder, 'page.js'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"development"' },
    nodePaths: [fileURLToPath(new URL('../../../node_modules', import.meta.url))],
  });
  await copyFile(example('page.html'), join(folder, 'index.html'));
  server = await OurServer.start(['--ui', folder]);
  browser = await launchChromium();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser.close();
  await server.remove();
  await rm(folder, { recursive: true, force: true });
});

it('the example page talks, asks and comes back after the server was away, in StrictMode', async () => {
  await page.goto(server.url);
  await page.locator('#connection', { hasText: 'open' }).waitFor();
  const say = async (text: string) => {
    await page.locator('input').fill(text);
    await page.locator('button').click();
  };
  await say('hello page');
  await page.locator('li[data-status=complete]', { hasText: 'hello page hello page' }).waitFor();
  await say('[{"ask":"Which?"}]');
  await page.locator('button', { hasText: 'Answer' }).waitFor();
  await say('this one');
  await page.locator('li[data-status=complete]', { hasText: 'You said: this one' }).waitFor();
  await server.kill();
  await page.locator('#connection', { hasText: 'reconnecting' }).waitFor();
  await server.begin(['--ui', folder]);
  await page.locator('#connection', { hasText: /^open/ }).waitFor();
  await say('still there');
  await page.locator('li[data-status=complete]', { hasText: 'still there still there' }).waitFor();
  expect(await page.locator('li').count()).toBe(3);
});
