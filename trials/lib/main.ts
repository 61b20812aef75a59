import { parseArgs } from 'node:util';
import { machine } from '../../bench/lib/machine.ts';
import { progress } from '../../bench/lib/progress.ts';
import { table } from '../../bench/lib/table.ts';
import type { Trial } from '../contract.ts';
import { conduct, type Outcome } from './conduct.ts';
import { language, words as w } from './words.ts';

/** A table of trials as a command: runs them one after another and prints what was seen. */
export async function main(
  trials: readonly Trial[],
  { command, title }: { command: string; title: string },
): Promise<void> {
  const { values: given } = parseArgs({
    options: {
      only: { type: 'string' },
      tries: { type: 'string' },
      seed: { type: 'string' },
      quick: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (given.help) return console.log(w.usage(command));
  const names = given.only?.split(',') ?? trials.map(({ name }) => name);
  const missing = names.find((name) => !trials.some((trial) => trial.name === name));
  if (missing !== undefined) {
    console.error(w.unknown(missing, trials.map(({ name }) => name).join(', ')));
    process.exitCode = 1;
    return;
  }
  // An end that is told of: what was started here must not stay.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const seed = Number(given.seed ?? Math.floor(Math.random() * 2 ** 31));
  const outcomes: Outcome[] = [];
  for (const trial of trials.filter(({ name }) => names.includes(name))) {
    const count = Number(given.tries ?? (given.quick ? trial.tries.short || 1 : trial.tries.long));
    const outcome = await conduct(trial, { count, seed, show: shown(trial, count) });
    outcomes.push(outcome);
    // The table comes last: whoever stops before that has seen this much.
    const [, ...cells] = row(outcome);
    console.error(`${trial.name}: ${cells.join(' · ')}`);
    const { failure } = outcome;
    if (failure) console.error(`${failure.stack}\n${w.again(`${command} -- --only ${trial.name} --seed ${seed}`)}`);
  }
  console.log(`\n${machine()}\n`);
  console.log(table([title, w.tries, w.seconds, '', w.result], outcomes.map(row)));
  process.exitCode = outcomes.some(({ failure }) => failure) ? 1 : 0;
}

function row({ trial, count, ms, result, failure, isSkipped }: Outcome) {
  const seconds = (ms / 1_000).toFixed(1);
  const verdict = failure ? w.failed : isSkipped ? w.skipped : w.held;
  return [trial.about[language], String(count), seconds, verdict, result[language]];
}

function shown({ name, unit }: Trial, count: number): (done: number) => void {
  const show = progress(name, count);
  const began = performance.now();
  return unit === 'seconds' ? () => show(Math.min(count, (performance.now() - began) / 1_000)) : show;
}
