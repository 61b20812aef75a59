import { type Dialect, dialects } from '@polywire/protocol';
import fc from 'fast-check';
import type { Text, Trial, Tries } from '../../contract.ts';
import { onStage } from '../wire/stage/lend.ts';
import type { Stage } from '../wire/stage/stage.ts';
import { Seen, told } from '../wire/tell.ts';
import { type Input, inputsOf } from './inputs.ts';
import { play } from './play.ts';

/** All dialects together: ten minutes, and twenty seconds in `npm test`. */
const LONG_SECONDS = 600;
const SHORT_SECONDS = 18;
/** Inputs from one seed: a failure is had again by that seed alone. */
const BATCH = 50;
/** Attackers at a time. */
const LANES = 4;
/** How long a failing input is made smaller. */
const SHRINK_MS = 60_000;

export const fuzzTrials: readonly Trial[] = dialects.map((dialect) => ({
  name: `fuzz-${dialect.name}`,
  about: about(dialect),
  unit: 'seconds',
  tries: { long: LONG_SECONDS / dialects.length, short: SHORT_SECONDS / dialects.length },
  run: (tries) => onStage((stage) => fuzz(stage, dialect, tries)),
}));

function about({ title }: Dialect): Text {
  return {
    en: `Fuzzer of ${title}: by its grammar, and its fixtures with changes`,
    zh: `${title} 模糊测试：按其语法生成，并改动其样例`,
  };
}

async function fuzz(stage: Stage, dialect: Dialect, { count: seconds, seed, done }: Tries): Promise<Text> {
  const end = performance.now() + seconds * 1_000;
  const seen = new Seen();
  const inputs = inputsOf(dialect);
  let next = seed;
  let failing: { readonly lane: number; readonly since: number } | undefined;

  /** When one lane has failed it alone goes on, to find the smallest input that fails. */
  const isOver = (lane: number): boolean => {
    if (!failing) return performance.now() > end;
    return failing.lane !== lane || !stage.isAlive || performance.now() > failing.since + SHRINK_MS;
  };
  const attack = async (lane: number): Promise<void> => {
    const property = fc.asyncProperty(inputs, async (input) => {
      if (isOver(lane)) return;
      try {
        await play(stage, input, await stage.newName(dialect));
        if (!failing) tell(seen, input, done);
      } catch (error) {
        failing ??= { lane, since: performance.now() };
        throw error;
      }
    });
    while (!isOver(lane)) {
      const batch = next;
      next += 1;
      const { failed, counterexample, errorInstance } = await fc.check(property, { seed: batch, numRuns: BATCH });
      if (!failed) continue;
      throw new Error(failure(dialect, batch, counterexample?.[0], errorInstance), { cause: errorInstance });
    }
  };
  const attacks = () => Promise.all(Array.from({ length: LANES }, (_, lane) => attack(lane)));
  return told(seen, await stage.under(async () => void (await attacks()), { stores: true }));
}

function tell(seen: Seen, { place, sends }: Input, done: () => void): void {
  seen.add(place.endpoint.framing.toUpperCase());
  for (const _ of sends) done();
}

function failure({ name }: Dialect, seed: number, input: Input | undefined, error: unknown): string {
  const shown = input && { at: input.place.endpoint.path, sends: input.sends };
  const why = error instanceof Error ? error.message : String(error);
  return `--only fuzz-${name} --seed ${seed}: ${why} ⇐ ${JSON.stringify(shown)}`;
}
