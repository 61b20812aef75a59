import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openSite } from './support/site.ts';
import { gate, openStage, say } from './support/stage.ts';

/** Finding what was said. */
const site = openSite(openStage);

/** How much of it is outside of what scrolls around it, in pixels. */
const hidden = (target: Locator) =>
  target.evaluate((element) => {
    let around = element.parentElement;
    while (around && !/auto|scroll/.test(getComputedStyle(around).overflowY)) around = around.parentElement;
    const [inner, outer] = [element.getBoundingClientRect(), (around ?? document.body).getBoundingClientRect()];
    return Math.max(0, outer.top - inner.top, inner.bottom - outer.bottom);
  });

test('arrows keep the chosen hit in sight, Enter leads to it in a long conversation', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  site.server.play('haystack', async (context) => {
    for (let i = 0; i < 60; i += 1) {
      await say(
        context,
        i % 3 === 0 ? `Straw ${i} with a needle in it.` : `Straw ${i}.\n\n${'And so on. '.repeat(40)}`,
      );
    }
    return undefined;
  });
  await visitor.ask('haystack');
  await visitor.answered();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Words to find' }).fill('needle');
  await page.getByRole('option').nth(15).waitFor();
  const chosen = page.getByRole('option', { selected: true });
  for (let i = 0; i < 15; i += 1) await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.getByRole('option').nth(15).getAttribute('aria-selected')).toBe('true');
  expect(await hidden(chosen)).toBe(0);
  const [words = ''] = /Straw \d+ with/.exec((await chosen.textContent()) ?? '') ?? [];
  await page.keyboard.press('Enter');
  const target = page.locator('.outline-accent', { hasText: words });
  await target.waitFor();
  await expect.poll(() => hidden(target)).toBe(0);
  await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
});

test('a search says that it goes on, that it failed, and forgets that with the next word', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const answer = gate();
  await page.route('**/v1/search*', async (route) => {
    await answer.opened;
    await route.fulfill({ status: 500, body: '{}' });
  });
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Words to find' });
  await field.fill('anything');
  await page.getByText('Searching…').waitFor();
  answer.open();
  await page.getByText('The search did not work.').waitFor();
  await page.unroute('**/v1/search*');
  await field.fill('nothing like it');
  await page.getByText('Nothing was found for “nothing like it”.').waitFor();
  expect(await page.getByText('The search did not work.').count()).toBe(0);
});

test('whoever drags over the words and lets go beside the dialog stays in it', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  const field = page.getByRole('combobox', { name: 'Words to find' });
  await field.fill('marmalade');
  await field.hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  expect(await dialog.count()).toBe(1);
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'detached' });
});
