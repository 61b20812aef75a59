import { expect, it, vi } from 'vitest';
import { Kept, NEW_PLACE } from './kept.ts';

it('keeps what belongs to one session apart from the others, until it is finished', () => {
  const kept = new Kept();
  kept.set('a', 'text', 'for a');
  kept.set('b', 'text', 'for b');
  kept.set('b', 'text', undefined);
  expect([kept.get('a', 'text'), kept.get('b', 'text')]).toEqual(['for a', undefined]);
  kept.forget('a');
  expect(kept.get('a', 'text')).toBeUndefined();
});

it('takes what was written on the new page to the session that is made of it', () => {
  const kept = new Kept();
  const changed = vi.fn();
  kept.set(NEW_PLACE, 'text', 'first words');
  kept.subscribe(changed);
  kept.move(NEW_PLACE, 'made');
  expect(kept.get('made', 'text')).toBe('first words');
  expect(kept.get(NEW_PLACE, 'text')).toBeUndefined();
  expect(changed).toHaveBeenCalled();
});
