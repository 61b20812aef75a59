import { expect, test } from 'vitest';
import { pixel } from './support/pictures.ts';
import { openSite } from './support/site.ts';
import { gate, openStage, say } from './support/stage.ts';

/** Talking: what is written, how it is shown while it comes, and what can be done with it. */
const site = openSite(openStage);

const rich = [
  '# Result',
  'Some **bold** words and `code`.',
  '```js\nconst answer = 42;\n```',
  '| month | sales |\n| --- | --- |\n| Jan | 120 |',
  'The area is $\\pi r^2$.',
  'By itself in a line: $$k = 1$$; as other models write it: \\(j = 2\\).',
  'It costs $5, where \\(n = 7\\) is given, of \\(\\$5 n\\).',
  'On its own:\n\\[\\begin{aligned}\np &= q\n\\end{aligned}\\]\nand on.',
  'Not a formula: $\\frac{1}{$.',
  '**重点：**见 http://shop.example/a。',
  '<b onclick="alert(1)">markup</b>',
].join('\n\n');

test('Markdown comes whole: code with a copy button, tables, formulas; markup stays text', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  site.server.play('rich', async (context) => {
    await say(context, rich);
    return undefined;
  });
  await visitor.ask('rich');
  await visitor.answered();
  await page.getByRole('heading', { name: 'Result' }).waitFor();
  await page.getByRole('cell', { name: '120' }).waitFor();
  await page.locator('math').first().waitFor();
  await page.locator('p math[display=block]', { hasText: 'k' }).waitFor();
  await page.locator('math:not([display])', { hasText: 'j' }).waitFor();
  await page.locator('math:not([display])', { hasText: /^n=7/ }).waitFor();
  await page.getByText('It costs $5, where').waitFor();
  await page.locator('math[display=block] mtable', { hasText: 'q' }).waitFor();
  await page.getByText('and on.', { exact: true }).waitFor();
  await page.locator('.katex-error').waitFor();
  await page.locator('[data-streamdown=strong]', { hasText: /^重点：$/ }).waitFor();
  expect(await page.getByRole('link', { name: 'shop.example' }).getAttribute('href')).toBe('http://shop.example/a');
  const code = page.locator('[data-streamdown=code-block]');
  await code.getByText('const answer = 42;').waitFor();
  // Coloured: the words stand in pieces of their own.
  await code.locator('span', { hasText: /^const$/ }).waitFor();
  await code.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('const answer = 42;');
  await page.getByText('<b onclick="alert(1)">').waitFor();
  await visitor.button('Copy answer').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(rich);
});

test('a stream is drawn without taking away what stood there', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const next: (() => void)[] = [];
  site.server.play('slowly', async (context) => {
    await say(context, 'First paragraph stays.\n\nSecond one grows word by word.', () => {
      return new Promise<void>((resolve) => next.push(resolve));
    });
    return undefined;
  });
  await visitor.ask('slowly');
  await expect.poll(() => next.length).toBe(1);
  const letOn = async (times: number) => {
    for (let i = 0; i < times; i += 1) {
      const count = next.length;
      next[count - 1]?.();
      await expect.poll(() => next.length).toBeGreaterThan(count);
    }
  };
  await letOn(3);
  // Drawn, not the plain words that stand in until the renderer is there.
  const first = page.locator('.prose').getByText('First paragraph stays.');
  await first.waitFor();
  await first.evaluate((element) => element.setAttribute('data-kept', ''));
  await page.evaluate(() => {
    const removed: string[] = [];
    Object.assign(window, { removed });
    new MutationObserver((records) => {
      for (const record of records)
        for (const node of record.removedNodes) if (node.textContent) removed.push(node.textContent);
    }).observe(document.querySelector('[data-kept]') as Element, { childList: true, subtree: true });
  });
  next.at(-1)?.();
  const going = setInterval(() => next.at(-1)?.(), 5);
  await visitor.answered();
  clearInterval(going);
  expect(await page.locator('[data-kept]').count()).toBe(1);
  expect(await page.evaluate(() => (window as unknown as { removed: string[] }).removed)).toEqual([]);
});

test('it thinks from the start to the first word; stop ends it; the field is ready again', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const begin = gate();
  site.server.play('long', async (context) => {
    await begin.opened;
    await say(
      context,
      'one two three ',
      () => new Promise((_, reject) => context.signal.addEventListener('abort', reject)),
    );
    return undefined;
  });
  await visitor.ask('long');
  await page.locator('[data-waiting=thinking]').waitFor();
  expect(await page.locator('[data-live]').textContent()).toBe('Thinking…');
  begin.open();
  await page.locator('[data-waiting=working]').waitFor();
  visitor.count = 0;
  await visitor.click(visitor.button('Stop'));
  await page.getByText('Stopped').first().waitFor();
  expect(visitor.count).toBe(1);
  await visitor.button('Stop').waitFor({ state: 'detached' });
  await visitor.ask('after');
  await visitor.rows('part').getByText('after').waitFor();
});

test('pause and resume', async () => {
  const visitor = await site.visit();
  const step = gate();
  site.server.play('steps', async (context) => {
    await context.step('one', async () => {
      await step.opened;
      return true;
    });
    await say(context, 'second half');
    return undefined;
  });
  await visitor.ask('steps');
  await visitor.button('Pause').click();
  await visitor.page.getByText('Pausing…').waitFor();
  step.open();
  await visitor.button('Resume').click();
  await visitor.rows('part').getByText('second half').waitFor();
});

test('an agent that asks in its pause goes on with a word, or without one', async () => {
  const asking = await site.use(openStage({}, { onPause: 'yield' }));
  const visitor = await site.visit({}, asking.url);
  const step = gate();
  asking.play('steps', async (context) => {
    await context.step('one', async () => {
      await step.opened;
      return true;
    });
    await say(context, 'second half');
    return undefined;
  });
  await visitor.ask('steps');
  await visitor.button('Pause').click();
  await visitor.page.getByText('Pausing…').waitFor();
  step.open();
  await visitor.page.getByText('or just let it go on').waitFor();
  await visitor.button('Resume').click();
  await visitor.rows('part').getByText('second half').waitFor();
});

test('retry keeps the other answer as a version; a message while it runs waits its turn', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  let times = 0;
  site.server.play('dice', async (context) => {
    times += 1;
    await say(context, `answer number ${times}`);
    return undefined;
  });
  await visitor.ask('dice');
  await visitor.rows('part').getByText('answer number 1').waitFor();
  await visitor.button('Retry').click();
  await visitor.rows('part').getByText('answer number 2').waitFor();
  await visitor.button('Earlier version').click();
  await visitor.rows('part').getByText('answer number 1').waitFor();
  // One can go on from it: its message is sent once more, as another version.
  await visitor.button('Edit').click();
  await page.keyboard.press('Enter');
  await visitor.rows('part').getByText('answer number 3').waitFor();
  await page.getByRole('navigation', { name: 'Version 3 of 3' }).waitFor();
  await visitor.button('Earlier version').click();
  await visitor.rows('part').getByText('answer number 2').waitFor();
  // Or with a new message after its last answer: that version is the conversation again.
  await visitor.ask('and then');
  await visitor.rows('part').getByText('and then').waitFor();
  await page.getByRole('navigation', { name: 'Version 2 of 3' }).waitFor();
  expect(await visitor.rows('part').allInnerTexts()).toEqual(['answer number 2', 'and then']);
  await page.reload();
  await visitor.rows('part').getByText('and then').waitFor();
  expect(await visitor.rows('part').allInnerTexts()).toEqual(['answer number 2', 'and then']);
  await visitor.button('Later version').click();
  await visitor.rows('part').getByText('answer number 3').waitFor();
  await visitor.button('Back to now').click();
  await visitor.rows('part').getByText('and then').waitFor();

  const held = gate();
  site.server.play('held', async (context) => {
    await held.opened;
    await say(context, 'was held');
    return undefined;
  });
  await visitor.ask('held');
  await page.locator('[data-waiting]').waitFor();
  await visitor.ask('queued one');
  await page.getByText('Queued', { exact: true }).waitFor();
  held.open();
  await visitor.rows('part').getByText('queued one').waitFor();
  await page.getByText('Queued', { exact: true }).waitFor({ state: 'detached' });
});

test('Shift+Enter breaks the line, an input method’s Enter sends nothing', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await visitor.field.focus();
  await visitor.type('one');
  await page.keyboard.press('Shift+Enter');
  await visitor.type('two');
  expect(await visitor.field.inputValue()).toBe('one\ntwo');
  await visitor.field.fill('');
  // A real input method: letters are being composed, Enter takes them over.
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 });
  const enter = { key: 'Enter', code: 'Enter' };
  for (const windowsVirtualKeyCode of [229, 13])
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter, windowsVirtualKeyCode });
  expect(await visitor.field.inputValue()).toBe('nihao');
  await keyboard.send('Input.insertText', { text: '你好' });
  expect(await visitor.field.inputValue()).toBe('你好');
  // Browsers that tell the end of composing before its last key mark that key with 229.
  await visitor.field.evaluate((field) => {
    const last = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent('keydown', last));
  });
  expect(await visitor.field.inputValue()).toBe('你好');
  await page.keyboard.press('Enter');
  await visitor.rows('part').getByText('你好').waitFor();
});

test('there are prompts to start from', async () => {
  const visitor = await site.visit();
  await visitor.button(/^Calculate/).click();
  expect(await visitor.field.inputValue()).toBe('What is 17.5% of 2480?');
  await visitor.page.keyboard.press('Enter');
  await visitor.rows('user').getByText('17.5%').waitFor();
});

test('an upload shows how far it is', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
  await network.send('Network.emulateNetworkConditions', slow);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), visitor.button('Attach files').click()]);
  const buffer = Buffer.from('a line of text\n'.repeat(20_000));
  await chooser.setFiles({ name: 'long.txt', mimeType: 'text/plain', buffer });
  const bar = page.getByRole('progressbar', { name: /^long\.txt, \d+% uploaded$/ });
  await expect.poll(() => bar.getAttribute('value').then(Number)).toBeGreaterThan(0);
  expect(await visitor.button('Send').isDisabled()).toBe(true);
  await bar.waitFor({ state: 'detached' });
  await page.getByRole('listitem').getByText('293 KB').waitFor();
});

test('files by picker, drop and paste, with progress, and what the server does not take is told', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const seen: string[][] = [];
  site.server.play('look', async (context) => {
    seen.push(context.files.map(({ name }) => name));
    await say(context, 'seen');
    return undefined;
  });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), visitor.button('Attach files').click()]);
  await chooser.setFiles({ name: 'picked.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
  await visitor.button('Remove picked.csv').waitFor();
  const give = (event: 'paste' | 'drop', name: string, type: string, bytes: number[]) =>
    visitor.field.evaluate(
      (field, file) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(file.bytes)], file.name, { type: file.type }));
        const init = { bubbles: true, cancelable: true };
        const made =
          file.event === 'paste'
            ? new ClipboardEvent('paste', { ...init, clipboardData: data })
            : new DragEvent('drop', { ...init, dataTransfer: data });
        field.dispatchEvent(made);
      },
      { event, name, type, bytes },
    );
  await give('paste', 'pasted.txt', 'text/plain', [104, 105]);
  await visitor.button('Remove pasted.txt').waitFor();
  await give('paste', 'pasted.png', 'image/png', [...pixel]);
  await visitor.button('Remove pasted.png').waitFor();
  // Nothing was said yet: that is no session worth a line.
  await page.waitForResponse((response) => response.url().includes('/v1/sessions?'));
  expect(await page.getByRole('navigation').getByRole('link', { name: 'New session' }).count()).toBe(0);
  await give('drop', 'bad.exe', 'application/x-msdownload', [77, 90, 0, 1]);
  await page.getByRole('alert').getByText('Only text, CSV').waitFor();
  await visitor.button('Remove bad.exe').click();
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
  await visitor.ask('look');
  await visitor.rows('part').getByText('seen').waitFor();
  expect(seen).toEqual([['picked.csv', 'pasted.txt', 'pasted.png']]);
  const picture = visitor.rows('user').getByRole('img', { name: 'pasted.png' });
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
  await visitor.rows('user').getByText('picked.csv').waitFor();
});

test('it keeps to the end unless the reader went up, and leads back there', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const half = gate();
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `Line ${from + i} of a long text.`).join('\n\n');
  site.server.play('tall', async (context) => {
    await say(context, lines(0, 60));
    await context.step('half', async () => {
      await half.opened;
      return true;
    });
    await say(context, lines(60, 90));
    return undefined;
  });
  await visitor.ask('tall');
  await page.getByText('Line 59 of').waitFor();
  const scroller = page.getByRole('region', { name: 'Conversation' });
  const left = () => scroller.evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop);
  await expect.poll(left).toBeLessThan(4);
  await scroller.hover();
  await page.mouse.wheel(0, -400);
  await visitor.button('Jump to latest').waitFor();
  const top = await scroller.evaluate((e) => e.scrollTop);
  half.open();
  await expect.poll(left).toBeGreaterThan(600);
  expect(Math.abs((await scroller.evaluate((e) => e.scrollTop)) - top)).toBeLessThan(40);
  await visitor.button('Jump to latest').click();
  await expect.poll(left).toBeLessThan(4);
  await page.getByText('Line 89 of').waitFor();
});
