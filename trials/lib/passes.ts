import type { Tries } from '../contract.ts';
import { type Random, randomOf } from './random.ts';

/** Every case, each time in another order, until there were enough tries: one whole pass at least. */
export async function passes<T>(
  { count, seed, done }: Tries,
  cases: readonly T[],
  attempt: (each: T) => Promise<void>,
): Promise<void> {
  const random = randomOf(seed);
  for (let tried = 0; tried === 0 || tried < count; ) {
    for (const each of shuffled(cases, random)) {
      await attempt(each);
      done();
      tried += 1;
    }
  }
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const mixed = [...list];
  for (let i = mixed.length - 1; i > 0; i -= 1) {
    const j = random.int(0, i);
    [mixed[i], mixed[j]] = [mixed[j] as T, mixed[i] as T];
  }
  return mixed;
}
