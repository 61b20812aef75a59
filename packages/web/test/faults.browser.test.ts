import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ServerProcess } from '../../server/test/support/process.ts';
import { launchChromium } from './chromium.ts';
import { openStage } from './support/stage.ts';
import { Visitor } from './support/visitor.ts';

/** What the page says and does when the server or the network does not. */
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

test('the server is killed in the middle of a run and started again: the page says so and goes on, exactly', async () => {
  const data = await mkdtemp(join(tmpdir(), 'polywire-web-'));
  let server = await ServerProcess.start(data);
  const visitor = await Visitor.at(browser, server.url);
  const { page } = visitor;
  const words = (n: number) =>
    Array.from({ length: n }, (_, i) => `w${i + 1} `)
      .join('')
      .trim();
  await visitor.ask(JSON.stringify([{ say: 'before' }, { say: 'w', times: 150, everyMs: 20 }, { say: 'after' }]));
  await page.getByText('w20 ').first().waitFor();
  const port = Number(new URL(server.url).port);
  await server.kill();
  await page.locator('[data-banner]').waitFor();
  server = await ServerProcess.start(data, port);
  await visitor.rows('end').waitFor({ timeout: 40_000 });
  await page.locator('[data-banner]').waitFor({ state: 'detached' });
  const said = await visitor.rows('part').allInnerTexts();
  const whole = said.map((text) => text.replaceAll(/\s+/g, ' ').trim());
  // What was cut stays, marked as cut; the step is begun anew and comes whole.
  expect(whole[0]).toBe('before');
  expect(whole.at(-2)).toBe(words(150));
  expect(whole.at(-1)).toBe('after');
  expect(whole.filter((text) => text === 'before')).toHaveLength(1);
  await visitor.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

test('a server that is gone is told in words; what was said and what is being written stay', async () => {
  const stage = await openStage();
  const visitor = await Visitor.at(browser, stage.url);
  const { page } = visitor;
  await visitor.ask('online');
  await visitor.answered();
  await stage.close();
  await page.locator('[data-banner]').waitFor();
  await page.getByText('The server does not answer').waitFor();
  await visitor.field.fill('kept while it is away');
  expect(await visitor.field.inputValue()).toBe('kept while it is away');
  await visitor.rows('part').getByText('online').waitFor();
  await visitor.close();
});

test('whoever has no token is told in words', async () => {
  const stage = await openStage({ tokens: { ada: 'a-token-that-is-long-enough' } });
  const context = await browser.newContext();
  const page = await context.newPage();
  const response = await page.goto(stage.url);
  expect(response?.status()).toBe(401);
  await page.getByRole('heading', { name: 'Polywire' }).waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/[{}]/);
  await context.close();
  await stage.close();
});
