import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';

let server: PreviewServer;
let browser: Browser;

beforeAll(async () => {
  server = await preview({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    preview: { host: '127.0.0.1', port: 0 },
  });
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('the built page loads without an error', async () => {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  await page.waitForSelector('#app:not(:empty)');
  expect(await page.title()).toBe('Polywire');
  expect(problems).toEqual([]);
});
