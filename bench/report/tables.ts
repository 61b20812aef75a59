import type { Experiment } from '../contract.ts';
import { table } from '../lib/table.ts';
import type { Text } from '../lib/text.ts';
import { measures } from '../measures.ts';
import { words as w } from '../words.ts';
import type { Result } from './result.ts';

/** How a text is shown: in one language, or in both. */
export type Say = (text: Text) => string;

export function figuresTable({ shows }: Experiment, { entries }: Result, say: Say): string {
  return table(
    [say(w.side), ...shows.map((measure) => say(measures[measure]))],
    entries.map(({ title, figures }) => [say(title), ...shows.map((measure) => figures[measure])]),
  );
}

export function goalsTable(judged: readonly { name: string; result: Result }[], say: Say): string {
  return table(
    [say(w.workload), say(w.goal), say(w.measured), say(w.net), say(w.verdict)],
    judged.flatMap(({ name, result }) =>
      result.goals.map(({ says, text, net, isMet }) => [name, say(says), text, net, say(isMet ? w.met : w.missed)]),
    ),
  );
}
