import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GrowingText } from './growing-text.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('"', '\\', 'u', 'n', 'a', '\n', '好', '😀') }),
);

/** As a server writes it that sends ASCII alone. */
function escaped(json: string): string {
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function frameOf(text: string, more: object = {}): string {
  return JSON.stringify({ id: 'a "name"', content: [{ text }], done: false, ...more });
}

it('says what is new, however it is written', () => {
  fc.assert(
    fc.property(anyText, fc.array(anyText), fc.boolean(), (first, gains, isAscii) => {
      const written = (text: string) => (isAscii ? escaped(frameOf(text)) : frameOf(text));
      let text = `begins: ${first}`;
      const growing = GrowingText.find(written(text), text);
      for (const gain of gains) {
        text += gain;
        expect(growing?.gain(written(text))).toBe(gain);
      }
    }),
  );
});

it.each([
  ['another text', frameOf('other words')],
  ['less of it', frameOf('wor')],
  ['a change before it', frameOf('words').replace('name', 'game')],
  ['a change behind it', frameOf('words and more', { done: true })],
  ['something more behind it', frameOf('words', { also: 'words' })],
  ['a string that ends and another that begins', frameOf('words').replace('words', 'words","more":"')],
  ['an escape that is cut', frameOf('words').replace('words', 'words\\u00')],
  ['a break in the line, which JSON does not allow', frameOf('words').replace('words', 'words\n')],
])('says nothing of %s', (_, frame) => {
  const growing = GrowingText.find(frameOf('words'), 'words');
  expect(growing?.gain(frame)).toBeUndefined();
  expect(growing?.gain(frameOf('words and more'))).toBe(' and more');
});

it('takes no place for the text that may be another one', () => {
  expect(GrowingText.find(frameOf('words', { title: 'words' }), 'words')).toBeUndefined();
  expect(GrowingText.find(frameOf('words'), 'other words')).toBeUndefined();
});

it('holds one frame, whatever it has seen', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = held();
  const long = (length: number) => 'word '.repeat(length);
  const grown = (): GrowingText | undefined => {
    const growing = GrowingText.find(frameOf(long(1_000_000)), long(1_000_000));
    for (let n = 1; n <= 3; n += 1) growing?.gain(frameOf(long(1_000_000 + n)));
    return growing;
  };
  const growing = grown();
  expect(held() - before).toBeLessThan(1.5 * long(1_000_000).length);
  expect(growing?.gain(frameOf(long(1_000_004)))).toBe('word ');
});
