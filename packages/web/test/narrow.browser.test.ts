import { expect, test } from 'vitest';
import { openSite } from './support/site.ts';
import { openStage, say } from './support/stage.ts';

/** On a phone, and by keys: nothing is cut off, the focus is never lost. */
const site = openSite(openStage);
const phone = { width: 390, height: 844 };

const LONG = 'unbreakable'.repeat(40);

test('long words are broken wherever they stand, and nothing is cut off', async () => {
  const visitor = await site.visit(phone);
  const { page } = visitor;
  site.server.play(LONG, async (context) => {
    await say(context, `Said: ${LONG} and \`${LONG}\``);
    await context.step('all', async () => {
      const { emit, runId } = context;
      const items = [{ id: '1', text: LONG, status: 'pending' as const }];
      emit({ type: 'todo.list', listId: `${runId}.l`, title: LONG, items });
      emit({ type: 'plan.proposed', planId: `${runId}.p`, task: LONG, summary: LONG, steps: [{ title: LONG }] });
      emit({ type: 'error', message: LONG, code: 'LONG', fatal: false });
      emit({ type: 'notice', of: 'chart', text: LONG });
      return true;
    });
    await context.callTool({
      callId: 'w',
      args: { path: LONG, more: { deep: { deeper: LONG } } },
      tool: { name: LONG.slice(0, 60), destructive: true, run: async () => LONG },
    });
    await context.ask({ inputId: `${context.runId}.q`, kind: 'text', prompt: LONG });
    return undefined;
  });
  /** Rows with letters beyond their own edge: the list hides what sticks out. */
  const cut = () =>
    page.evaluate(() => {
      const found = new Set<string>();
      for (const row of document.querySelectorAll('[data-row]')) {
        const { right } = row.getBoundingClientRect();
        const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const around = node.parentElement;
          if (!around?.checkVisibility() || around.closest('.truncate, .overflow-auto, .overflow-x-auto')) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          if (range.getBoundingClientRect().right > right + 1) found.add(around.outerHTML.slice(0, 200));
        }
      }
      return [...found];
    });
  await visitor.ask(LONG);
  await visitor.button('Approve').waitFor();
  expect(await cut()).toEqual([]);
  await page.getByRole('region', { name: 'Conversation' }).evaluate((element) => element.scrollTo(0, 0));
  await visitor.rows('user').waitFor();
  expect(await cut()).toEqual([]);
  await visitor.button('Jump to latest').click();
  await visitor.button('Approve').click();
  await page.getByRole('textbox', { name: 'Your answer' }).waitFor();
  expect(await cut()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('what somebody is asked to approve is shown whole, however deep it lies', async () => {
  const visitor = await site.visit(phone);
  site.server.play('deep', async (context) => {
    const args = { request: { headers: { authorization: { scheme: 'deepest of all' } } } };
    await context.callTool({ callId: 'd', args, tool: { name: 'post', destructive: true, run: async () => 'ok' } });
    return undefined;
  });
  await visitor.ask('deep');
  await visitor.page.getByRole('region', { name: 'Allow this call?' }).getByText('"deepest of all"').waitFor();
});

test('the drawer and a panel that lie over the page take the focus and give it back', async () => {
  const visitor = await site.visit(phone);
  const { page } = visitor;
  await visitor.ask('to be looked at');
  await visitor.answered();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await visitor.button('Open the list of sessions').press('Enter');
  await expect.poll(focused).toBe('Close the list of sessions');
  // Tab goes round in the drawer: what lies under it is out of reach.
  for (let i = 0; i < 20; i += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') ?? null)).toBe(null);
  }
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Open the list of sessions');
  await visitor.button('Developer panel').press('Enter');
  await page.getByRole('complementary').getByRole('tab', { name: 'Frames' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('aside') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Developer panel');
});

test('tabs are one stop, and arrows lead from one to the next', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await visitor.ask('to be taken apart');
  await visitor.answered();
  await visitor.button('Developer panel').click();
  await page.getByRole('tab', { name: 'Frames' }).press('ArrowRight');
  await page.getByRole('tab', { name: 'Fidelity', selected: true }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('tab', { name: 'Connection', selected: true }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Connection');
});

test('letters in a menu choose there, and do nothing else', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await visitor.ask('to be left alone');
  await visitor.answered();
  await visitor.button('Settings').click();
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('d');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Dark');
  expect(await page.getByRole('complementary').count()).toBe(0);
});

test('fields are large enough that a phone does not zoom into them', async () => {
  const context = await site.browser.newContext({ locale: 'en-US', hasTouch: true, isMobile: true, viewport: phone });
  const visitor = await site.visit({ context });
  const size = await visitor.field.evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize));
  expect(size).toBeGreaterThanOrEqual(16);
});
