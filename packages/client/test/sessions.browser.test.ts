import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../web/test/chromium.ts';
import { OurServer } from './support/server.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
let folder: string;
let server: OurServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polywire-sessions-'));
  await build({
    entryPoints: [here('support/sessions-page.ts')],
    outfile: join(folder, 'page.js'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"development"' },
    nodePaths: [here('../../../node_modules')],
  });
  await copyFile(here('../../../examples/client/page.html'), join(folder, 'index.html'));
  server = await OurServer.start(['--ui', folder]);
  browser = await launchChromium();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser.close();
  await server.remove();
  await rm(folder, { recursive: true, force: true });
});

const item = (text: string) => page.locator('li', { hasText: text });
const shows = (text: RegExp) => page.locator('#state', { hasText: text }).waitFor();

it('lists, makes, renames and removes sessions in StrictMode', async () => {
  const asked = page.waitForRequest(/\/v1\/sessions/);
  await page.goto(server.url);
  expect((await asked).headers()['x-page']).toBe('sessions');
  await shows(/^0 /);
  await page.locator('#title').fill('First');
  await page.locator('#create').click();
  await item('First').waitFor();
  await page.locator('#title').fill('Renamed');
  await page.locator('#rename').click();
  await item('Renamed').waitFor();
  expect(await page.locator('li').count()).toBe(1);
  await page.locator('#remove').click();
  await shows(/^0 /);
});

it('reads page after page, and looks for words', async () => {
  const make = (title: string) =>
    fetch(`${server.url}/v1/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    });
  for (let n = 0; n < 60; n += 1) await make(n === 7 ? 'A zebra' : `Session ${n}`);
  await page.locator('#refresh').click();
  await shows(/^\d+\+ /);
  const before = await page.locator('li').count();
  await page.locator('#more').click();
  await shows(/^60 /);
  expect(before).toBeLessThan(60);
  await page.locator('#text').fill('zebra');
  await shows(/^1 /);
  await page.locator('#text').fill('');
  await shows(/^\d+\+ /);
});

it('tells how far an upload is', async () => {
  await page.locator('#upload').click();
  await page.locator('#progress', { hasText: 'rising to 1' }).waitFor();
});

it('says when the server is away', async () => {
  await server.kill();
  await page.locator('#refresh').click();
  await shows(/LOST/);
});
