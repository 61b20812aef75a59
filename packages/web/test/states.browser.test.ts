import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { keepPicture } from './support/artifacts.ts';
import { offences } from './support/axe.ts';
import { type Gallery, openGallery } from './support/gallery.ts';
import { type Look, phone, wide } from './support/looks.ts';
import { states } from './support/states.ts';

/**
 * Every state of the page is reached, is found in order by axe in both themes, fits its screen, speaks in words and is
 * kept as a picture. By turns on a desktop in English and on a phone in Chinese; in long mode each on both, with what is
 * only a variant of another. `npm run screenshots <folder>` makes all eight pictures of each.
 */
let browser: Browser;
let gallery: Gallery;
const isLong = process.env.POLYWIRE_LONG === '1';
const themes = ['light', 'dark'] as const;
const looks: readonly Look[] = [
  { language: 'en', theme: 'light', ...wide },
  { language: 'zh', theme: 'light', ...phone },
];
const tries = states
  .filter(({ isVariant }) => isLong || !isVariant)
  .map((state, i) => ({ name: state.name, state, seen: isLong ? looks : looks.slice(i % 2, (i % 2) + 1) }));

beforeAll(async () => {
  browser = await launchChromium();
  gallery = await openGallery(browser);
});
afterAll(async () => {
  await gallery?.close();
  await browser?.close();
});

/** Braces around names in quotes, or a line of a stack. */
const RAW = /\{\s*"|\bat .+:\d+:\d+|\[object /;

test.each(tries)('$name', async ({ state, seen }) => {
  for (const look of seen) {
    const visitor = await gallery.show(state, look);
    const { page } = visitor;
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    if (!state.isTechnical) expect(await page.locator('body').innerText()).not.toMatch(RAW);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      await keepPicture(page, 'states', `${state.name}-${look.language}-${theme}-${look.width}`);
      expect(await offences(page), `${look.language} ${theme}`).toEqual([]);
    }
    expect(visitor.problems).toEqual([]);
  }
});
