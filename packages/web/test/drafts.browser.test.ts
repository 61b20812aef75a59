import { expect, test } from 'vitest';
import { openSite } from './support/site.ts';
import { openStage, say } from './support/stage.ts';
import type { Visitor } from './support/visitor.ts';
import { openWire } from './support/wire.ts';

/** What the reader has begun belongs to the session it was begun in, and is not lost. */
const site = openSite(openStage);

const entry = ({ page }: Visitor, name: string) =>
  page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name });
/** Makes two sessions and leaves the visitor in the second. */
async function twoSessions(visitor: Visitor, a: string, b: string): Promise<void> {
  await visitor.ask(a);
  await visitor.answered();
  await visitor.button('New session').click();
  await visitor.page.getByRole('heading', { name: 'What shall we work on?' }).waitFor();
  await visitor.ask(b);
  await visitor.answered();
  await entry(visitor, a).waitFor();
}

test('words, files and choices stay with the session they were made in', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await twoSessions(visitor, 'apples', 'pears');
  await visitor.field.fill('about pears');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), visitor.button('Attach files').click()]);
  await chooser.setFiles({ name: 'pears.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
  await visitor.button('Remove pears.csv').waitFor();
  await visitor.button(/^Choices for this session/).click();
  await page.getByRole('menuitemradio', { name: 'stage', exact: true }).click();
  await visitor.button(/^Choices for this session: stage/).waitFor();

  await entry(visitor, 'apples').click();
  await visitor.rows('part').getByText('apples').waitFor();
  await visitor.button(/^Choices for this session: Default agent/).waitFor();
  expect(await visitor.button('Remove pears.csv').count()).toBe(0);
  expect(await visitor.field.inputValue()).toBe('');
  await visitor.field.fill('about apples');

  await entry(visitor, 'pears').click();
  await visitor.button('Remove pears.csv').waitFor();
  await visitor.button(/^Choices for this session: stage/).waitFor();
  expect(await visitor.field.inputValue()).toBe('about pears');
});

test('a message that is on its way when another session is opened arrives', async () => {
  const wire = await site.use(openWire(site.server.url));
  const visitor = await site.visit({}, wire.url);
  const { page } = visitor;
  await twoSessions(visitor, 'stones', 'rivers');
  wire.cut();
  await page.locator('[data-banner]').waitFor();
  await visitor.ask('over a broken wire');
  await visitor.rows('sending').getByText('over a broken wire').waitFor();
  await entry(visitor, 'stones').click();
  await visitor.rows('sending').waitFor({ state: 'detached' });
  wire.mend();
  await visitor.rows('part').getByText('stones').waitFor();
  await entry(visitor, 'rivers').click();
  await visitor.rows('part').getByText('over a broken wire').waitFor();
  expect(await visitor.rows('user').count()).toBe(2);
});

test('a second Enter makes no second session, and whoever goes elsewhere stays there', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await visitor.ask('a place to go');
  await visitor.answered();
  const elsewhere = page.url();
  await entry(visitor, 'a place to go').waitFor();
  await visitor.button('New session').click();
  await page.getByRole('heading', { name: 'What shall we work on?' }).waitFor();
  let made = 0;
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/sessions', async (route) => {
    if (route.request().method() === 'POST') {
      made += 1;
      await answered;
    }
    await route.continue();
  });
  await visitor.ask('slow to begin');
  await visitor.ask('and more of it');
  await expect.poll(() => made).toBe(1);
  await entry(visitor, 'a place to go').click();
  await visitor.rows('part').getByText('a place to go').waitFor();
  answer();
  await entry(visitor, 'slow to begin').waitFor();
  expect(page.url()).toBe(elsewhere);
  await entry(visitor, 'slow to begin').click();
  await visitor.rows('part').getByText('and more of it').waitFor();
  expect(made).toBe(1);
});

test('looking at the past leaves what was written where it is', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await visitor.ask('to be looked at');
  await visitor.answered();
  await visitor.field.fill('half a sentence');
  await visitor.button('Developer panel').click();
  const slider = page.getByRole('slider', { name: 'Replay to event' });
  await slider.fill('1');
  await visitor.button('Back to now').click();
  expect(await visitor.field.inputValue()).toBe('half a sentence');
  // The slider is back at the end, too.
  await expect
    .poll(() => slider.evaluate((e) => (e as HTMLInputElement).value === (e as HTMLInputElement).max))
    .toBe(true);
});

test('an edited message stays in its row until it is sent, and is sent once', async () => {
  const wire = await site.use(openWire(site.server.url));
  const visitor = await site.visit({}, wire.url);
  const { page } = visitor;
  await visitor.ask('first words');
  await visitor.answered();
  await visitor.button('Edit').click();
  const edit = page.getByRole('textbox', { name: 'Edit your message' });
  await edit.fill('better words');
  wire.cut();
  await page.locator('[data-banner]').waitFor();
  await edit.press('Enter');
  await expect.poll(() => visitor.button('Send again').isDisabled()).toBe(true);
  await edit.press('Enter');
  expect(await edit.inputValue()).toBe('better words');
  wire.mend();
  await visitor.rows('part').getByText('better words').waitFor();
  await page.getByRole('navigation', { name: 'Version 2 of 2' }).waitFor();
  expect(await visitor.field.inputValue()).toBe('');
});

test('what is half-written in the conversation outlives being scrolled away', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  site.server.play('asks at the top', async (context) => {
    const asked = context.ask({ inputId: `${context.runId}.q`, kind: 'text', prompt: 'Which one?' });
    await say(context, Array.from({ length: 200 }, (_, i) => `Line ${i}.`).join('\n\n'));
    for (let i = 0; i < 30; i += 1) await say(context, `Message ${i}.`);
    await asked;
    return undefined;
  });
  await visitor.ask('asks at the top');
  await page.getByText('Message 29.').waitFor();
  const scroller = page.getByRole('region', { name: 'Conversation' });
  const answer = page.getByRole('textbox', { name: 'Your answer' });
  const to = async (where: 'top' | 'end') => {
    await scroller.hover();
    await page.mouse.wheel(0, where === 'top' ? -100_000 : 100_000);
  };
  await to('top');
  await answer.fill('the second');
  await to('end');
  await answer.waitFor({ state: 'detached' });
  await to('top');
  await answer.waitFor();
  expect(await answer.inputValue()).toBe('the second');
});

test('after a button that goes away the focus is in the field, and Escape closes a panel', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  site.server.play('asks for leave', async (context) => {
    await context.ask({ inputId: `${context.runId}.q`, kind: 'approval', prompt: 'May I?' });
    return undefined;
  });
  await visitor.field.fill('asks for leave');
  await visitor.button('Send').click();
  const hasFocus = () => visitor.field.evaluate((field) => field === document.activeElement);
  expect(await hasFocus()).toBe(true);
  await visitor.button('Approve').click();
  await visitor.button('Approve').waitFor({ state: 'detached' });
  expect(await hasFocus()).toBe(true);
  await visitor.button('Developer panel').click();
  await page.getByRole('complementary').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('complementary').waitFor({ state: 'detached' });
});

test('an input method’s Enter saves no half a name, its Escape gives up no edit', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await visitor.ask('to be named');
  await visitor.answered();
  const compose = (field: Element, key: string) => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }));
  };
  await visitor.button('Edit').click();
  const edit = page.getByRole('textbox', { name: 'Edit your message' });
  await edit.fill('nih');
  await edit.evaluate(compose, 'Escape');
  expect(await edit.inputValue()).toBe('nih');
  await visitor.button('Cancel').click();
  await entry(visitor, 'to be named').hover();
  await visitor.button('Actions for to be named').click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const name = page.getByRole('textbox', { name: 'Name of the session' });
  await name.fill('nih');
  await name.evaluate(compose, 'Enter');
  expect(await name.inputValue()).toBe('nih');
  await name.fill('你好');
  await name.press('Enter');
  await entry(visitor, '你好').waitFor();
});
