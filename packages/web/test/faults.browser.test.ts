import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ServerProcess } from '../../server/test/support/process.ts';
import { keepPicture } from './support/artifacts.ts';
import { offences } from './support/axe.ts';
import { openBrowser } from './support/site.ts';
import { gate, openStage, say } from './support/stage.ts';
import { openWire } from './support/wire.ts';

/** What the page says and does when the server or the network does not. */
const guests = openBrowser();

test('the server is killed in the middle of a run and started again: the page says so and goes on, exactly', async () => {
  const data = await mkdtemp(join(tmpdir(), 'polywire-web-'));
  let server = await ServerProcess.start(data);
  const visitor = await guests.visit(server.url);
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
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

test('a network that breaks in the middle of a run: the page says so, goes on by itself, and nothing is lost or doubled', async () => {
  const stage = await guests.use(openStage());
  const wire = await guests.use(openWire(stage.url));
  const visitor = await guests.visit(wire.url);
  const { page } = visitor;
  const banner = page.locator('[data-banner]');
  const steps = ['one', 'two', 'three'].map((word) => ({ word, come: gate() }));
  stage.play('in steps', async (context) => {
    for (const { word, come } of steps) {
      await context.step(word, async () => {
        await come.opened;
        return true;
      });
      await say(context, word);
    }
    return undefined;
  });
  await visitor.ask('in steps');
  steps[0]?.come.open();
  await visitor.rows('part').getByText('one').waitFor();
  wire.cut();
  await banner.getByText('Connection lost. Trying again by itself…').waitFor();
  steps[1]?.come.open();
  wire.mend();
  await visitor.rows('part').getByText('two').waitFor();
  await banner.waitFor({ state: 'detached' });

  await page.context().setOffline(true);
  wire.cut();
  await banner.getByText('You are offline. It goes on when the network is back.').waitFor();
  await page.context().setOffline(false);
  wire.mend();
  steps[2]?.come.open();
  await visitor.answered();
  await banner.waitFor({ state: 'detached' });
  expect(await visitor.rows('part').allTextContents()).toEqual(['one', 'two', 'three']);
});

test('a server that is gone is told in words, also before there is a session; what was said and what is being written stay', async () => {
  const stage = await guests.use(openStage());
  const [visitor, starter] = [await guests.visit(stage.url), await guests.visit(stage.url)];
  const { page } = visitor;
  await visitor.ask('online');
  await visitor.answered();
  await stage.close();
  await page.locator('[data-banner]').waitFor();
  await starter.page.getByText('The server does not answer').waitFor();
  await starter.ask('not lost');
  await starter.page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
  expect(await starter.field.inputValue()).toBe('not lost');
  await page.getByText('The server does not answer').waitFor();
  await visitor.field.fill('kept while it is away');
  expect(await visitor.field.inputValue()).toBe('kept while it is away');
  await visitor.rows('part').getByText('online').waitFor();
});

test('a session that is not there, or not any more, is told in words, with a way on', async () => {
  const stage = await guests.use(openStage());
  const visitor = await guests.visit(stage.url);
  const { page } = visitor;
  const missing = page.getByRole('heading', { name: 'This session is not here' });
  await page.goto(`${stage.url}/#/s/somebody-elses`);
  await missing.waitFor();
  expect(await visitor.field.count()).toBe(0);
  await page.locator('main').getByRole('button', { name: 'New session' }).click();
  await visitor.ask('to be deleted');
  await visitor.answered();
  const session = page.url().split('/').at(-1);
  await fetch(`${stage.url}/v1/sessions/${session}`, { method: 'DELETE' });
  await missing.waitFor();
});

test('who is not allowed any more is told in words', async () => {
  const stage = await guests.use(openStage({ tokens: { ada: 'a-token-that-is-long-enough' } }));
  const visitor = await guests.visit(stage.loginLink());
  await visitor.ask('let in');
  await visitor.answered();
  await visitor.page.context().clearCookies();
  await visitor.page.getByText('You are not signed in any more.').waitFor();
  await visitor.rows('part').getByText('let in').waitFor();
});

test('a mistake of an agent is told in words: no stack, no JSON', async () => {
  const stage = await guests.use(openStage());
  const visitor = await guests.visit(stage.url);
  stage.play('stumble', async () => {
    throw Object.assign(new TypeError('x is not a function'), { details: { secret: 1 } });
  });
  await visitor.ask('stumble');
  const banner = visitor.page.locator('[data-failure]');
  await banner.waitFor();
  expect(await visitor.page.locator('#conversation').innerText()).not.toMatch(/[{}]|\bat .+:\d+:\d+|TypeError/);
});

test('a part of the page that did not come can be asked for again', async () => {
  const stage = await guests.use(openStage());
  const visitor = await guests.visit(stage.url);
  const { page } = visitor;
  await page.route('**/assets/search-dialog*', (route) => route.abort());
  await visitor.button(/^Search messages/).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This part of the page could not be loaded.').waitFor();
  await page.unroute('**/assets/search-dialog*');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('combobox', { name: 'Words to find' }).waitFor();
});

test('whoever has no token is told in words', async () => {
  const stage = await guests.use(openStage({ tokens: { ada: 'a-token-that-is-long-enough' } }));
  const context = await guests.browser.newContext();
  const page = await context.newPage();
  const response = await page.goto(stage.url);
  expect(response?.status()).toBe(401);
  await page.getByRole('heading', { name: 'Polywire' }).waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/[{}]/);
  // As the page would look: its style passes its own content policy.
  expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).fontWeight)).toBe('600');
  expect(await offences(page)).toEqual([]);
  await keepPicture(page, 'tests', 'no-token');
  await context.close();
});
