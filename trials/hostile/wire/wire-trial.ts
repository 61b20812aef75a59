import type { Text, Trial } from '../../contract.ts';
import { passes } from '../../lib/passes.ts';
import { onStage } from './stage/lend.ts';
import type { Stage } from './stage/stage.ts';
import { type Said, Seen, told } from './tell.ts';

export interface WireAttack<T> {
  readonly name: string;
  readonly about: Text;
  readonly cases: readonly T[];
  /** What it does is allowed, and kept. */
  readonly stores?: boolean;
  /** How often each case comes in the long run. */
  readonly rounds?: number;
  /** What came of one case, in a word or a figure. Throws when it should not have. */
  attempt(stage: Stage, each: T): Promise<Said>;
  /** After all of them. */
  ended?(): Promise<void>;
}

/** Every case of an attack, beside a client that must not notice and a store that must not change. */
export function wireTrial<T>({ name, about, cases, stores, rounds = 5, attempt, ended }: WireAttack<T>): Trial {
  return {
    name,
    about,
    tries: { long: cases.length * rounds, short: cases.length },
    run: (tries) =>
      onStage(async (stage) => {
        const seen = new Seen();
        const attack = () =>
          passes(tries, cases, async (each) => {
            seen.add(await attempt(stage, each));
          });
        const watched = await stage.under(() => attack().finally(() => ended?.()), { ...(stores && { stores }) });
        return told(seen, watched);
      }),
  };
}
