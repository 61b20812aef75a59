import type { RunContext } from '@polywire/server';
import { afterAll, expect, test } from 'vitest';
import { openPictures, type Pictures } from './support/pictures.ts';
import { openSite } from './support/site.ts';
import { openStage, say } from './support/stage.ts';

/** Images and charts. */
let pictures: Pictures;
const site = openSite(async () => {
  pictures = await openPictures();
  return openStage({ fetchAllow: [pictures.host] });
});
afterAll(() => pictures?.close());

const once = (context: RunContext, key: string, emits: () => void) =>
  context.step(key, async () => {
    emits();
    return true;
  });

test('a remote image waits for a click and goes through the server; or all of a session are shown', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const at = (name: string) => `http://${pictures.host}/${name}.png`;
  site.server.play('pictures', async (context) => {
    await once(context, 'i', () => context.emit({ type: 'image', imageId: 'x', url: at('cat'), alt: 'A cat' }));
    await say(context, `And ![a dog](${at('dog')})`);
    return undefined;
  });
  const isShown = (name: string) =>
    page
      .getByRole('img', { name })
      .evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0);
  await visitor.ask('pictures');
  await visitor.answered();
  await page.getByText(`Image from ${pictures.host}`).nth(1).waitFor();
  expect(pictures.asked).toEqual([]);
  await visitor.button('Show image').first().click();
  await expect.poll(() => isShown('A cat')).toBe(true);
  expect(pictures.asked.map(({ path }) => path)).toEqual(['/cat.png']);
  await visitor.button('Show images in this session').click();
  await expect.poll(() => isShown('a dog')).toBe(true);
  // Nobody but the server asked, and it did not say for whom.
  expect(requests.filter((url) => new URL(url).origin !== site.server.url)).toEqual([]);
  for (const { headers } of pictures.asked) expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
  await page.reload();
  for (const name of ['A cat', 'a dog']) await expect.poll(() => isShown(name)).toBe(true);
  await visitor.button('New session').click();
  await visitor.ask('pictures');
  await visitor.button('Show image').first().waitFor();
});

test('a chart is zoomed, saved as a picture and read as a table', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const options = {
    xAxis: { type: 'category', data: ['Jan', 'Feb'] },
    yAxis: {},
    series: [{ type: 'bar', name: 'Sales', data: [3, 8] }],
  };
  site.server.play('chart', async (context) => {
    await once(context, 'c', () =>
      context.emit({ type: 'chart', analysisId: 'c', title: 'Sales by month', options: [options] }),
    );
    return undefined;
  });
  await visitor.ask('chart');
  await visitor.answered();
  const chart = page.getByRole('figure', { name: 'Sales by month' });
  const canvas = chart.locator('canvas').first();
  await canvas.waitFor();
  const drawn = async () => {
    await page.mouse.move(1, 1);
    return canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
  };
  const whole = await drawn();
  await canvas.hover();
  await page.mouse.wheel(0, -300);
  await expect.poll(drawn).not.toBe(whole);
  await chart.getByRole('button', { name: 'Reset zoom' }).click();
  await expect.poll(drawn).toBe(whole);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    chart.getByRole('button', { name: 'Save as PNG' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('Sales by month.png');
  await chart.getByRole('button', { name: 'Table' }).click();
  expect(await chart.getByRole('row').allTextContents()).toEqual(['Sales', 'Jan3', 'Feb8']);
});
