import { readFile } from 'node:fs/promises';
import { dialects } from '@polywire/protocol';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { gate, openStage, type Stage, say } from './support/stage.ts';
import { type VisitOptions, Visitor } from './support/visitor.ts';

/** Keeping order, choosing, and looking under the bonnet. */
let browser: Browser;
let stage: Stage;
const visit = (options?: VisitOptions, path = '') => Visitor.at(browser, stage.url + path, options);

beforeAll(async () => {
  [stage, browser] = await Promise.all([openStage(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

test('the sidebar tells how each session stands, what is unread, and renames and deletes', async () => {
  const visitor = await visit();
  const { page } = visitor;
  const list = page.getByRole('navigation', { name: 'Sessions' });
  const entry = (name: string) => list.getByRole('listitem').filter({ hasText: name });
  const finish = gate();
  stage.play('background work', async (context) => {
    await finish.opened;
    await say(context, 'finished behind your back');
    return undefined;
  });
  stage.play('asks something', async (context) => {
    await context.ask({ inputId: `${context.runId}.q`, kind: 'text', prompt: 'Well?' });
    return undefined;
  });
  stage.play('breaks', async () => {
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
  await entry('Night shift').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await entry('Night shift').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'What shall we work on?' }).waitFor();
  expect(visitor.problems).toEqual([]);
  await visitor.close();
});

test('a reload in the middle of a run loses nothing, and two tabs stay in step', async () => {
  const visitor = await visit();
  const [first, second] = [gate(), gate()];
  stage.play('half and half', async (context) => {
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
  const other = await visit({}, new URL(visitor.page.url()).hash.replace(/^/, '/'));
  first.open();
  for (const who of [visitor, other]) await who.rows('part').getByText('The second half.').waitFor();
  await other.page.reload();
  second.open();
  for (const who of [visitor, other]) {
    await who.answered();
    const texts = await who.rows('part').allTextContents();
    expect(texts).toEqual(['The first half.', 'The second half.', 'The end.']);
  }
  await other.close();
  await visitor.close();
});

test('a link leads to a run; exports hold what was said and all that happened', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.ask('to be kept');
  await visitor.answered();
  await visitor.button('Copy link to this run').click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#\/s\/[^/]+\/r\/run_/);
  const other = await Visitor.at(browser, link);
  await other.page.locator('.outline-accent').getByText('to be kept').waitFor();
  await other.close();
  const save = async (name: string) => {
    await visitor.button('Export').click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
    return readFile(await file.path(), 'utf8');
  };
  expect(await save('As Markdown')).toBe('# to be kept\n\n## You\n\nto be kept\n\n## Polywire\n\nto be kept\n');
  const { events } = JSON.parse(await save('As JSON')) as { events: { type: string }[] };
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['run.started', 'text.delta', 'run.finished']));
  await visitor.close();
});

test('agent, model and policy are chosen for the session and kept; the theme for the browser', async () => {
  const visitor = await visit();
  const { page } = visitor;
  let policy: string | undefined;
  stage.play('policy', async (context) => {
    policy = context.policy;
    return undefined;
  });
  const choose = async (name: string) => {
    await visitor.button(/^Choices for this session/).click();
    await page.getByRole('menuitemradio', { name }).click();
  };
  await choose('stage');
  await choose('Always ask');
  await visitor.ask('policy');
  await visitor.answered();
  expect(policy).toBe('always');
  await page.reload();
  await visitor.button(/^Choices for this session: stage/).waitFor();
  await visitor.button(/^Choices for this session/).click();
  expect(await page.getByRole('menuitemradio', { name: 'Always ask' }).getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('Escape');
  await visitor.button('Settings').click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.reload();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await visitor.close();
});

test('limits and upstreams of the server can be read', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.button('Settings').click();
  await page.getByRole('menuitem', { name: 'Settings…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByText('Time of a run').waitFor();
  await dialog.getByText('30 min 0 s').waitFor();
  await dialog.getByText('No other server is connected as an agent.').waitFor();
  await visitor.close();
});

test('documents of the knowledge base are added, listed and removed', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.button('Settings').click();
  await page.getByRole('menuitem', { name: 'Knowledge base…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Knowledge base' });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Add documents' }).click(),
  ]);
  const buffer = Buffer.from('# Orchard\n\nApples ripen in September.\n');
  await chooser.setFiles({ name: 'orchard.md', mimeType: 'text/markdown', buffer });
  const entry = dialog.getByRole('listitem').filter({ hasText: /orchard/i });
  await entry.waitFor();
  await entry.getByRole('button', { name: /^Remove/ }).click();
  await entry.waitFor({ state: 'detached' });
  expect(visitor.problems).toEqual([]);
  await visitor.close();
});

test('the developer panel: frames of every dialect beside the events, fidelity, fixture, replay', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.ask('under the bonnet');
  await visitor.answered();
  await visitor.button('Developer panel').click();
  const panel = page.getByRole('complementary');
  for (const { title } of dialects) {
    await panel.getByRole('combobox', { name: 'Dialect' }).selectOption({ label: title });
    await panel.locator('[data-frames]:has(button)').first().waitFor();
  }
  await panel.getByRole('button', { name: 'Copy as fixture' }).click();
  const fixture = await page.evaluate(() => navigator.clipboard.readText());
  for (const line of fixture.trim().split('\n')) expect(JSON.parse(line)).toBeTypeOf('object');
  const slider = panel.getByRole('slider', { name: 'Replay to event' });
  await slider.fill('2');
  await page.getByText('You are looking at the past.').waitFor();
  await visitor.rows('part').waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Live' }).click();
  await visitor.rows('part').getByText('under the bonnet').waitFor();
  await panel.getByRole('tab', { name: 'Fidelity' }).click();
  await panel.getByRole('row', { name: /tot\.expand/ }).waitFor();
  expect(visitor.problems).toEqual([]);
  await visitor.close();
});

test('the page itself speaks any dialect', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.ask('in our own words');
  await visitor.answered();
  await visitor.button('Developer panel').click();
  await page.getByRole('tab', { name: 'Connection' }).click();
  for (const { title, name } of dialects) {
    await page.getByRole('radio', { name: title }).check();
    await visitor.ask(`by way of ${name}`);
    await visitor.rows('part').getByText(`by way of ${name}`).waitFor();
  }
  await visitor.close();
});
