import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { everything } from './support/everything.ts';
import { openSite } from './support/site.ts';
import { openStage } from './support/stage.ts';

/** For everybody: keys, screen readers, phones, both languages and themes; light to load. */
const site = openSite(async () => {
  const stage = await openStage();
  stage.play('everything', everything);
  return stage;
});

test('all of it by keys alone: ask, approve, open a panel, find help, with the focus to be seen', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const ran: string[] = [];
  site.server.play('by keys', async (context) => {
    const run = async () => {
      ran.push('once');
      return 'ok';
    };
    await context.callTool({ callId: 'k', args: {}, tool: { name: 'press', destructive: true, run } });
    return undefined;
  });
  await page.keyboard.type('by keys');
  await page.keyboard.press('Enter');
  await visitor.button('Approve').waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  for (let i = 0; i < 40 && (await focused()) !== 'Approve'; i += 1) await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('Approve');
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
  expect(outline).toBe('solid');
  await page.keyboard.press('Enter');
  await visitor.answered();
  expect(ran).toEqual(['once']);
  await page.locator('[data-live]').getByText('The answer is complete.').waitFor({ state: 'attached' });
  await page.getByRole('region', { name: 'Conversation' }).focus();
  await page.keyboard.press('d');
  await page.getByRole('complementary').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  expect(await visitor.field.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+b');
  await page.getByRole('navigation', { name: 'Sessions' }).waitFor({ state: 'detached' });
});

test('a phone, 390 px wide: nothing sticks out, sessions are a drawer, the field stays in sight', async () => {
  const visitor = await site.visit({ width: 390, height: 844 });
  const { page } = visitor;
  const sticksOut = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.getByRole('navigation', { name: 'Sessions' }).waitFor({ state: 'detached' });
  await visitor.ask('everything');
  await visitor.button('Approve').waitFor();
  expect(await sticksOut()).toBeLessThanOrEqual(0);
  const box = await visitor.field.boundingBox();
  expect(box && box.y + box.height).toBeLessThanOrEqual(844);
  // The keyboard takes half of the screen.
  await page.setViewportSize({ width: 390, height: 420 });
  const squeezed = await visitor.field.boundingBox();
  expect(squeezed && squeezed.y + squeezed.height).toBeLessThanOrEqual(420);
  await page.setViewportSize({ width: 390, height: 844 });
  // Some lay it over the page instead: only the part that is seen is smaller.
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: 430, configurable: true });
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  const covered = await visitor.field.boundingBox();
  expect(covered && covered.y + covered.height).toBeLessThanOrEqual(430);
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: innerHeight, configurable: true });
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  await visitor.button('Open the list of sessions').click();
  const drawer = page.getByRole('navigation', { name: 'Sessions' });
  await drawer.waitFor();
  await drawer.getByRole('button', { name: 'New session' }).click();
  await drawer.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'What shall we work on?' }).waitFor();
  expect(await sticksOut()).toBeLessThanOrEqual(0);
});

test('in Chinese no English is left over, and what the server says comes in Chinese', async () => {
  const visitor = await site.visit({ language: 'zh' });
  const { page } = visitor;
  site.server.play('出错', async () => {
    throw new (await import('@polywire/server')).RunError('SOME_CODE', 'It broke. / 坏了。');
  });
  await visitor.ask('出错');
  const banner = page.locator('[data-failure]');
  await banner.getByText('坏了。').waitFor();
  expect(await banner.textContent()).not.toContain('It broke');
  await visitor.ask('everything');
  await visitor.button('批准').waitFor();
  const labels = await page.evaluate(() =>
    [...document.querySelectorAll('button, [aria-label]')].map(
      (element) => element.getAttribute('aria-label') ?? element.textContent ?? '',
    ),
  );
  const english = labels.filter((label) => /\b(the|this|open|close|copy|send|new|of)\b/i.test(label));
  expect(english).toEqual([]);
});

test('a session of 2,000 messages opens at its end and holds but a screenful of them', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  site.server.play('very long', async (context) => {
    await context.step('all', async () => {
      for (let i = 0; i < 2_000; i += 1) {
        context.emit({ type: 'message.started', messageId: `m${i}`, role: 'assistant' });
        context.emit({ type: 'text.delta', messageId: `m${i}`, delta: `Message **${i}** of many.` });
        context.emit({ type: 'message.completed', messageId: `m${i}` });
      }
      return true;
    });
    return undefined;
  });
  await visitor.ask('very long');
  await page.getByText('Message 1999 of many.').waitFor();
  expect(await visitor.rows('part').count()).toBeLessThan(60);
  await page.reload();
  await page.getByText('Message 1999 of many.').waitFor();
  await page.getByRole('region', { name: 'Conversation' }).evaluate((element) => element.scrollTo(0, 0));
  await page.getByText('Message 0 of many.').waitFor();
  expect(await visitor.rows('part').count()).toBeLessThan(60);
});

test('a slow network: skeletons first, then the page, and an answer', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await visitor.ask('before');
  await visitor.answered();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const throttled = { offline: false, latency: 300, downloadThroughput: 400_000, uploadThroughput: 100_000 };
  await session.send('Network.emulateNetworkConditions', throttled);
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('status', { name: 'Loading…' }).first().waitFor();
  await visitor.rows('part').getByText('before').waitFor();
  await visitor.ask('after all');
  await visitor.rows('part').getByText('after all').waitFor();
});

test('every control is reached by Tab, in either direction, and shows that it is', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await visitor.ask('everything');
  await visitor.button('Approve').waitFor();
  await page.getByRole('region', { name: 'Conversation' }).evaluate((element) => element.scrollTo(0, 0));
  const controls = 'button, a[href], input:not([type=file]), textarea, select, [role=tab], [role=slider]';
  const unreachable = await page.evaluate((selector) => {
    const shown = [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility());
    return shown
      .filter((each) => each.tabIndex < 0 && !each.ariaHidden && !each.matches(':disabled'))
      .map((each) => each.outerHTML);
  }, controls);
  expect(unreachable).toEqual([]);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const seen = new Set<string>();
  const unmarked: string[] = [];
  // Once round: from the page's beginning to where the browser leaves it.
  for (let rounds = 0, i = 0; rounds < 2 && i < 200; i += 1) {
    await page.keyboard.press('Tab');
    const { name, isMarked, isLeft } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const around = element.closest('form > div') ?? element;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const hasOutline = outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2;
      // The message field is marked by the frame around it.
      const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = accent;
      const isFramed = getComputedStyle(around).borderTopColor === getComputedStyle(probe).color;
      probe.remove();
      return {
        name: element.ariaLabel ?? element.textContent ?? '',
        isMarked: element === document.body || hasOutline || isFramed,
        isLeft: element === document.body,
      };
    });
    if (isLeft) rounds += 1;
    seen.add(name);
    if (!isMarked) unmarked.push(name);
  }
  expect(unmarked).toEqual([]);
  for (const name of [
    'New session',
    'Settings',
    'Message',
    'Graph view',
    'Developer panel',
    'Export',
    'Approve',
    'Reject',
  ])
    expect(seen).toContain(name);
});

test('nothing moves for those who do not want it, and it does for the others', async () => {
  const moving = async (reducedMotion: 'reduce' | 'no-preference') => {
    const context = await site.browser.newContext({ locale: 'en-US', reducedMotion });
    const visitor = await site.visit({ context });
    await visitor.ask('held');
    await visitor.page.locator('[data-waiting]').waitFor();
    const count = await visitor.page.evaluate(() => document.getAnimations().length);
    await visitor.close();
    return count;
  };
  site.server.play('held', ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)));
  expect(await moving('reduce')).toBe(0);
  expect(await moving('no-preference')).toBeGreaterThan(0);
});

test('the first load is at most 250 KB, gzipped', async () => {
  const dist = fileURLToPath(new URL('../dist/', import.meta.url));
  const context = await site.browser.newContext();
  const page = await context.newPage();
  const paths = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/v1/')) paths.add(pathname === '/' ? '/index.html' : pathname);
  });
  await page.goto(site.server.url, { waitUntil: 'networkidle' });
  await context.close();
  let bytes = 0;
  for (const path of paths) bytes += gzipSync(await readFile(dist + path)).length;
  expect(paths.size).toBeGreaterThan(3);
  expect(bytes).toBeLessThanOrEqual(250 * 1024);
});
