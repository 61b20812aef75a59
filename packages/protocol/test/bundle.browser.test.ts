import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../web/test/chromium.ts';
import { dialects } from '../src/dialects/registry.ts';
import { bundle } from './bundle.ts';
import { type RoundTrip, TEXT } from './round-trip.ts';

declare const polywire: { roundTrips(): RoundTrip[] };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

test('every dialect works in a real browser', async () => {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.addScriptTag({ content: await bundle(new URL('./round-trip.ts', import.meta.url)) });
  const results = await page.evaluate(() => polywire.roundTrips());
  expect(problems).toEqual([]);
  expect(results).toEqual(
    dialects.map(({ name }) => expect.objectContaining({ dialect: name, text: TEXT, end: 'complete', problems: [] })),
  );
});
