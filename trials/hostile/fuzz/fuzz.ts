import type { Dialect } from '@polywire/protocol';
import fc from 'fast-check';
import type { Text, Tries } from '../../contract.ts';
import { type Nobody, nobodies, type Stage } from '../wire/stage/stage.ts';
import { Seen, told } from '../wire/tell.ts';
import { type Input, inputsOf } from './inputs.ts';
import { play } from './play.ts';

/** Inputs from one seed: a failure is had again by that seed alone. */
const BATCH = 50;
/** How long a failing input is made smaller. */
const SHRINK_MS = 60_000;

/** Attacks a server in one dialect for so many seconds; rejects with the smallest input that did harm. */
export async function fuzz(
  stage: Stage,
  dialect: Dialect,
  { count: seconds, seed, done }: Tries,
  { shrinkMs = SHRINK_MS } = {},
): Promise<Text> {
  const end = performance.now() + seconds * 1_000;
  const seen = new Seen();
  const inputs = inputsOf(dialect);
  let next = seed;
  let failing: { readonly lane: number; readonly since: number; readonly isDead: boolean } | undefined;
  const under: (Input | undefined)[] = [];

  /** When one lane has failed it alone goes on, to find the smallest input that fails. */
  const isOver = (lane: number): boolean => {
    if (!failing) return performance.now() > end;
    return failing.lane !== lane || failing.isDead || performance.now() > failing.since + shrinkMs;
  };
  const attack = async (lane: number): Promise<void> => {
    const property = fc.asyncProperty(inputs, async (input) => {
      if (isOver(lane)) return;
      under[lane] = input;
      try {
        await play(stage, input, await stage.newName(dialect), nobodies[lane] as Nobody);
      } catch (error) {
        const isDead = !failing && (await stage.hasEnded());
        failing ??= { lane, since: performance.now(), isDead };
        throw error;
      }
      under[lane] = undefined;
      if (!failing) tell(seen, input, done);
    });
    while (!isOver(lane)) {
      const batch = next;
      next += 1;
      const { failed, counterexample, errorInstance } = await fc.check(property, { seed: batch, numRuns: BATCH });
      if (!failed || failing?.lane !== lane) continue;
      // What ended the server is one of those that were under way.
      const inputs = failing.isDead ? under.flatMap((each) => each ?? []) : (counterexample ?? []);
      const why = failing.isDead ? `the server ended: ${stage.complaints}` : messageOf(errorInstance);
      throw new Error(failure(dialect, batch, why, inputs), { cause: errorInstance });
    }
  };
  const attacks = () => Promise.all(nobodies.map((_, lane) => attack(lane)));
  return told(seen, await stage.under(async () => void (await attacks()), { stores: true }));
}

function tell(seen: Seen, { place, sends }: Input, done: () => void): void {
  seen.add(place.endpoint.framing.toUpperCase());
  for (const _ of sends) done();
}

function failure({ name }: Dialect, seed: number, why: string, inputs: readonly Input[]): string {
  const shown = inputs.map(({ place, sends }) => JSON.stringify({ at: place.endpoint.path, sends }));
  return `--only fuzz-${name} --seed ${seed}: ${why} ⇐ ${shown.join(' | ')}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
