import type { RunEvent } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { Stretch } from './stretch.ts';

it('is joined with those that follow it, each event with its own words', () => {
  const events = ['a', 'b', 'c', 'd'].map(
    (delta, i): RunEvent => ({ type: 'text.delta', seq: i + 5, at: 0, messageId: 'm', delta }),
  );
  const joined = Stretch.joined([
    Stretch.ofEvents(5, events.slice(0, 1), ['"a"']),
    Stretch.ofEvents(6, events.slice(1, 3)),
    Stretch.ofEvents(8, events.slice(3), ['"d"']),
  ]);
  expect([joined.first, joined.last]).toEqual([5, 8]);
  expect(joined.events).toEqual(events);
  expect(joined.words).toEqual(['"a"', undefined, undefined, '"d"']);
});
