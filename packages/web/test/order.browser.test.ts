import { readFile } from 'node:fs/promises';
import { dialects } from '@polywire/protocol';
import { expect, test } from 'vitest';
import { openSite } from './support/site.ts';
import { gate, openStage, say } from './support/stage.ts';
import type { Visitor } from './support/visitor.ts';

/** Keeping order, and choosing. */
const site = openSite(() => {
  const [{ name: dialect } = { name: '' }] = dialects;
  return openStage({ upstreams: [{ name: 'elsewhere', dialect, url: 'http://127.0.0.1:9' }] });
});

test('the sidebar tells how each session stands, what is unread, and renames and deletes', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const list = page.getByRole('navigation', { name: 'Sessions' });
  const entry = (name: string) => list.getByRole('listitem').filter({ hasText: name });
  const finish = gate();
  site.server.play('background work', async (context) => {
    await finish.opened;
    await say(context, 'finished behind your back');
    return undefined;
  });
  site.server.play('asks something', async (context) => {
    await context.ask({ inputId: `${context.runId}.q`, kind: 'text', prompt: 'Well?' });
    return undefined;
  });
  site.server.play('breaks', async () => {
    throw new Error('broken');
  });
  const tell = async (text: string) => {
    await visitor.ask(text);
    await visitor.rows('user').getByText(text).waitFor();
    await entry(text).waitFor();
    await visitor.button('New session').click();
    await page.getByRole('heading', { name: 'What shall we work on?' }).waitFor();
  };
  await tell('background work');
  await tell('asks something');
  await tell('breaks');
  await entry('background work').getByRole('img', { name: 'Running' }).waitFor();
  await entry('asks something').getByRole('img', { name: 'Waiting for you' }).waitFor();
  await entry('breaks').getByRole('img', { name: 'Failed' }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(1\)/);
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  finish.open();
  await entry('background work').getByRole('img', { name: 'Done' }).waitFor();
  await entry('background work').getByRole('img', { name: 'unread' }).waitFor();
  await entry('background work').getByRole('link').click();
  await visitor.rows('part').getByText('finished behind your back').waitFor();
  await entry('background work').getByRole('img', { name: 'unread' }).waitFor({ state: 'detached' });

  await entry('background work').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name of the session' }).fill('Night shift');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Night shift', level: 1 }).waitFor();
  const remove = async (name: string) => {
    await entry(name).hover();
    await entry(name).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  };
  await remove('Night shift');
  await entry('Night shift').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'What shall we work on?' }).waitFor();
  // Also the last of the list. What the server does not do is said where it was asked for.
  await page.route('**/v1/sessions/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await remove('asks something');
  const dialog = page.getByRole('dialog', { name: 'Delete this session?' });
  await dialog.getByRole('alert').getByText('The server answered with status 500.').waitFor();
  await page.unroute('**/v1/sessions/*');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await entry('asks something').waitFor({ state: 'detached' });
});

test('a reload in the middle of a run loses nothing, and two tabs stay in step', async () => {
  const visitor = await site.visit();
  const [first, second] = [gate(), gate()];
  site.server.play('half and half', async (context) => {
    await say(context, 'The first half.');
    await context.step('a', async () => {
      await first.opened;
      return true;
    });
    await say(context, 'The second half.');
    await context.step('b', async () => {
      await second.opened;
      return true;
    });
    await say(context, 'The end.');
    return undefined;
  });
  await visitor.ask('half and half');
  await visitor.rows('part').getByText('The first half.').waitFor();
  await visitor.page.reload();
  await visitor.rows('part').getByText('The first half.').waitFor();
  const other = await site.visit({}, visitor.page.url());
  first.open();
  for (const who of [visitor, other]) await who.rows('part').getByText('The second half.').waitFor();
  await other.page.reload();
  second.open();
  for (const who of [visitor, other]) {
    await who.answered();
    const texts = await who.rows('part').allTextContents();
    expect(texts).toEqual(['The first half.', 'The second half.', 'The end.']);
  }
});

test('a link leads to a run; exports hold what was said and all that happened', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await visitor.ask('to be kept');
  await visitor.answered();
  await visitor.button('Copy link to this run').click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#\/s\/[^/]+\/r\/run_/);
  const other = await site.visit({}, link);
  await other.page.locator('.outline-accent').getByText('to be kept').waitFor();
  const save = async (name: string) => {
    await visitor.button('Export').click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
    return readFile(await file.path(), 'utf8');
  };
  // What a program said to programs is not for readers.
  await page.route('**/frames?*', (route) =>
    route.fulfill({ status: 500, body: '{"error":{"stack":"Error: x\\n    at y (z.ts:1:2)"}}' }),
  );
  await visitor.button('Export').click();
  await page.getByRole('menuitem', { name: 'As JSON' }).click();
  await page.getByRole('alert').getByText('The server answered with status 500.', { exact: true }).waitFor();
  await page.unroute('**/frames?*');
  expect(await save('As Markdown')).toBe('# to be kept\n\n## You\n\nto be kept\n\n## Polywire\n\nto be kept\n');
  const { events } = JSON.parse(await save('As JSON')) as { events: { type: string }[] };
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['run.started', 'text.delta', 'run.finished']));
});

test('agent, model and policy are chosen for the session and kept there; the theme for the browser', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const policies: string[] = [];
  site.server.play('policy', async (context) => {
    policies.push(context.policy);
    return undefined;
  });
  const choose = async (name: string) => {
    await visitor.button(/^Choices for this session/).click();
    await page.getByRole('menuitemradio', { name, exact: true }).click();
  };
  const isChosen = async (who: Visitor, name: string) => {
    await who.button(/^Choices for this session/).click();
    const chosen = await who.page.getByRole('menuitemradio', { name, exact: true }).getAttribute('aria-checked');
    await who.page.keyboard.press('Escape');
    await who.page.getByRole('menu').waitFor({ state: 'hidden' });
    return chosen === 'true';
  };
  await choose('stage');
  await choose('Always ask');
  await visitor.ask('policy');
  await visitor.answered();
  await page.reload();
  await visitor.button(/^Choices for this session: stage/).waitFor();
  expect(await isChosen(visitor, 'Always ask')).toBe(true);
  // What is chosen here is seen on another page, and holds for what that one sends.
  const other = await site.visit({}, page.url());
  await other.button(/^Choices for this session: stage/).waitFor();
  await choose('Never ask');
  await expect.poll(() => isChosen(other, 'Never ask')).toBe(true);
  await other.ask('policy');
  await other.answered(2);
  // At once after a choice: the message waits for it. And an agent can be left to the server again.
  await choose('Default agent');
  await choose('Ask before changes');
  await visitor.ask('policy');
  await visitor.answered(3);
  expect(policies).toEqual(['always', 'never', 'destructive']);

  await visitor.button('Settings').click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.reload();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await visitor.button('Settings').click();
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
  }
});

test('a notification comes when a run begins to wait behind the reader’s back, and leads to it', async () => {
  const context = await site.browser.newContext({ locale: 'en-US', permissions: ['notifications'] });
  // The browser's own, noted; a page is not really hidden in a browser without windows.
  await context.addInitScript(() => {
    const shown: Notification[] = [];
    Object.assign(globalThis, {
      shown,
      Notification: class extends Notification {
        constructor(title: string, options?: NotificationOptions) {
          super(title, options);
          shown.push(this);
        }
      },
    });
    Object.defineProperty(document, 'hidden', { get: () => 'isAway' in globalThis });
  });
  const visitor = await site.visit({ context });
  const { page } = visitor;
  const shown = () =>
    page.evaluate(() => (globalThis as unknown as { shown: Notification[] }).shown.map((n) => n.title));
  const ready = gate();
  site.server.play('asks later', async (run) => {
    await ready.opened;
    await run.ask({ inputId: `${run.runId}.q`, kind: 'text', prompt: 'Well?' });
    return undefined;
  });
  await visitor.button('Settings').click();
  await page.getByRole('menuitem', { name: 'Settings…' }).click();
  const wish = page.getByRole('checkbox', { name: 'Notify me when a run waits for me' });
  await wish.click();
  await expect.poll(() => wish.isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await visitor.ask('asks later');
  await page.getByRole('img', { name: 'Running' }).first().waitFor();
  const session = page.url();
  await visitor.button('New session').click();
  await page.evaluate(() => Object.assign(globalThis, { isAway: true }));
  expect(await shown()).toEqual([]);
  ready.open();
  await expect.poll(shown, { timeout: 20_000 }).toEqual(['asks later waits for you']);
  await expect.poll(() => page.title()).toMatch(/^\(\d+\)/);
  await page.evaluate(() =>
    (globalThis as unknown as { shown: Notification[] }).shown[0]?.dispatchEvent(new Event('click')),
  );
  await page.getByText('Well?').waitFor();
  expect(page.url()).toBe(session);
});

test('where notifications are not allowed, the settings say so', async () => {
  const context = await site.browser.newContext({ locale: 'en-US' });
  await context.addInitScript(() => {
    Notification.requestPermission = async () => 'denied';
  });
  const visitor = await site.visit({ context });
  await visitor.button('Settings').click();
  await visitor.page.getByRole('menuitem', { name: 'Settings…' }).click();
  const wish = visitor.page.getByRole('checkbox', { name: 'Notify me when a run waits for me' });
  await wish.click();
  await visitor.page.getByText('This browser does not allow notifications.').waitFor();
  expect(await wish.isChecked()).toBe(false);
});

test('limits and upstreams of the server can be read', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await visitor.button('Settings').click();
  await page.getByRole('menuitem', { name: 'Settings…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByText('Time of a run').waitFor();
  await dialog.getByText('30 min', { exact: true }).waitFor();
  await dialog.getByText('elsewhere', { exact: true }).waitFor();
});
