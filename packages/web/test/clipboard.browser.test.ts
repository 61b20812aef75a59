import { expect, test } from 'vitest';
import { openSite } from './support/site.ts';
import { openStage, say } from './support/stage.ts';

/** What comes from other programs and what goes to them. */
const site = openSite(openStage);

test('copying works where the browser has no clipboard for the page, as over plain HTTP', async () => {
  const context = await site.browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });
    Reflect.deleteProperty(globalThis, 'ClipboardItem');
  });
  const visitor = await site.visit({ context });
  const { page } = visitor;
  const answer = 'Words to take along.\n\n```js\nconst kept = 1;\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |';
  site.server.play('to be copied', async (run) => {
    await say(run, answer);
    return undefined;
  });
  const pasted = async () => {
    await visitor.field.fill('');
    await visitor.field.press('Control+V');
    return visitor.field.inputValue();
  };
  await visitor.ask('to be copied');
  await visitor.answered();
  await visitor.button('Copy answer').click();
  await visitor.button('Copied').first().waitFor();
  await expect.poll(pasted).toBe(answer);
  const code = page.locator('[data-streamdown=code-block]');
  await code.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(pasted).toMatch(/^const kept = 1;\s*$/);
  const table = page.locator('[data-streamdown=table-wrapper]');
  await table.hover();
  await table.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'CSV' }).click();
  await expect.poll(pasted).toContain('1,2');
});

test('a table of an office program is pasted as its words, not as the picture beside them', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const copy = (types: readonly string[]) =>
    page.evaluate(async (wanted) => {
      const canvas = new OffscreenCanvas(8, 8);
      canvas.getContext('2d');
      const all: Record<string, Blob> = {
        'text/plain': new Blob(['month\tsales\nJan\t120'], { type: 'text/plain' }),
        'text/html': new Blob(['<table><tr><td>month</td></tr></table>'], { type: 'text/html' }),
        'image/png': await canvas.convertToBlob({ type: 'image/png' }),
      };
      const parts = Object.fromEntries(Object.entries(all).filter(([type]) => wanted.includes(type)));
      await navigator.clipboard.write([new ClipboardItem(parts)]);
    }, types);
  await copy(['text/plain', 'text/html', 'image/png']);
  await visitor.field.press('Control+V');
  await expect.poll(() => visitor.field.inputValue()).toBe('month\tsales\nJan\t120');
  expect(await visitor.button(/^Remove /).count()).toBe(0);
  // A picture alone is meant as one.
  await copy(['image/png']);
  await visitor.field.press('Control+V');
  await visitor.button(/^Remove /).waitFor();
  expect(await visitor.field.inputValue()).toBe('month\tsales\nJan\t120');
});

test('copying works where the browser has a clipboard and refuses it', async () => {
  const context = await site.browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    Clipboard.prototype.writeText = () => Promise.reject(new DOMException('not now', 'NotAllowedError'));
  });
  const visitor = await site.visit({ context });
  await visitor.ask('to be copied all the same');
  await visitor.answered();
  await visitor.button('Copy answer').click();
  await visitor.button('Copied').waitFor();
  await visitor.field.press('Control+V');
  await expect.poll(() => visitor.field.inputValue()).toBe('to be copied all the same');
});
