import { expect, it } from 'vitest';
import type { SessionRecord } from '../store/contract.ts';
import { BegunTurns } from './begun.ts';

const record = (id: string) => ({ id }) as SessionRecord;
const refs = ({ all }: BegunTurns) => all.map(({ ref }) => ref);

it('knows by what is owed next which turns are over', () => {
  const begun = new BegunTurns();
  for (const ref of ['a', 'b', 'b', 'c']) begun.add(record('s'), ref);
  begun.add(record('other'), 'a');
  begun.ended('s', 'b');
  expect(refs(begun)).toEqual(['b', 'c', 'a']);
  begun.forget('s', 'b');
  begun.ended('s', undefined);
  expect(refs(begun)).toEqual(['a']);
});

it('does not grow with what is long over', async () => {
  const begun = new BegunTurns();
  let most = 0;
  for (let i = 0; i < 1_000; i += 1) {
    await begun.tidy(async ({ ref }) => ref === 'r0');
    begun.add(record(`s${i}`), `r${i}`);
    most = Math.max(most, begun.all.length);
  }
  expect(begun.all[0]?.ref).toBe('r0');
  expect(most).toBeLessThan(100);
});
