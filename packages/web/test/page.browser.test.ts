import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, startServer } from '@polywire/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';

let server: Running;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ port: 0, data: await mkdtemp(join(tmpdir(), 'polywire-')) });
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('a message typed on the page is answered on the page', async () => {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(server.url);
  await page.getByRole('textbox').fill('你好, Polywire');
  await page.keyboard.press('Enter');
  await page.locator('li.assistant', { hasText: '你好, Polywire' }).waitFor();
  expect(await page.locator('li.user').textContent()).toBe('你好, Polywire');
  expect(problems).toEqual([]);
});
