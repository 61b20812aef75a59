import { dialects } from '@polywire/protocol';
import { expect, test } from 'vitest';
import { openSite } from './support/site.ts';
import { gate, openStage, say } from './support/stage.ts';

/** Looking under the bonnet. */
const site = openSite(openStage);

test('the developer panel: frames of every dialect beside the events, fidelity, fixture, replay', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const goOn = gate();
  site.server.play('under the bonnet', async (context) => {
    await context.step('wait', async () => {
      await goOn.opened;
      return true;
    });
    await say(context, 'under the bonnet');
    return undefined;
  });
  await visitor.ask('under the bonnet');
  await visitor.button('Developer panel').click();
  const panel = page.getByRole('complementary');
  // Live: what happens now is seen now.
  await panel.locator('[data-frame-row="run.started"]').waitFor();
  expect(await panel.locator('[data-frame-row="text.delta"]').count()).toBe(0);
  goOn.open();
  await panel.locator('[data-frame-row="text.delta"] [data-frames]:has(button)').first().waitFor();
  await visitor.answered();
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
});

test('the table of fidelity is in the language of the reader', async () => {
  const visitor = await site.visit({ language: 'zh' });
  const { page } = visitor;
  await visitor.ask('幕后');
  await visitor.answered();
  await visitor.button('开发者面板').click();
  await page.getByRole('tab', { name: '保真度' }).click();
  for (const { title, traits } of dialects) {
    await page.getByRole('combobox', { name: '方言' }).selectOption({ label: title });
    const shown = () => page.getByRole('row').locator('td:nth-of-type(2)').allInnerTexts();
    const told = Object.values(traits.carries).map(({ as = '' }) => (typeof as === 'string' ? as : as.zh));
    await expect.poll(shown, { message: title }).toEqual(told);
    expect(told.join(), title).toMatch(/\p{Script=Han}/u);
  }
});

test('the page itself speaks any dialect', async () => {
  const visitor = await site.visit();
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
});
