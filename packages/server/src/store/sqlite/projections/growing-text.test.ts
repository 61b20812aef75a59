import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { GrowingText } from './growing-text.ts';

it('is what its pieces are when they are joined, wherever they were cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 300 })), fc.nat(), (words, cut) => {
      const whole = `${words.join('')}😀`;
      const text = new GrowingText();
      text.add('something else');
      text.set('');
      for (let at = 0; at < whole.length; at += 1 + (cut % 7)) text.add(whole.slice(at, at + 1 + (cut % 7)));
      expect(text.toString()).toBe(whole);
    }),
  );
});
