import type { Tries } from '../contract.ts';
import { type Plant, runHistory, type Told } from './history.ts';

/** Many histories, and what happened in all of them together. */
export async function simulate({ count, seed, done }: Tries, plant?: Plant): Promise<Omit<Told, 'traceHash'>> {
  const sum = { steps: 0, crashes: 0, connects: 0, events: 0 };
  for (let n = 0; n < count; n += 1) {
    const told = await runHistory(seed + n, plant).catch((error: unknown) => {
      throw replayable(seed + n, error as Error);
    });
    for (const what of ['steps', 'crashes', 'connects', 'events'] as const) sum[what] += told[what];
    done();
  }
  return sum;
}

function replayable(seed: number, cause: Error): Error {
  const [what, ...story] = cause.message.split('\n');
  const again = `npm run test:faults -- --only simulation --seed ${seed} --tries 1`;
  return new Error([`${what} (seed ${seed}; again: ${again})`, ...story].join('\n'), { cause });
}
