import { type Conversation, type Draft, emptyConversation, fold, type RunEvent, stampDraft } from '@polywire/protocol';
import type { Contest, Lap, Result } from '../lib/race.ts';
import type { Cell } from '../lib/table.ts';
import type { Words } from '../lib/words.ts';

/** A session that grows in one way, and what it costs at full length beside a quarter of it. */
export interface FoldCase {
  readonly name: 'chunks' | 'messages' | 'calls' | 'runs';
  /** The next events of a session that is there already. */
  readonly next: Contest;
  /** All events of a session, beside those of four short ones. */
  readonly all: Contest;
}

/** An event in a session four times as long may cost at most so much more. */
export const FOLD_GOAL = 1.2;

const RUN = 'run_7f3c9a52e1b04d68';
const opening: Draft[] = [{ type: 'run.started', runId: RUN, input: 'Tell me a story' }];

/** `grow` gives the events of the i-th thing; `next` is how many things one lap adds. */
const shapes: Record<FoldCase['name'], { long: number; next: number; grow: (i: number) => Draft[] }> = {
  chunks: { long: 40_000, next: 4_000, grow: () => [delta(`${RUN}.m1`)] },
  messages: { long: 2_000, next: 400, grow: message },
  calls: { long: 5_000, next: 600, grow: call },
  runs: { long: 2_000, next: 400, grow: run },
};

export function foldCases(): FoldCase[] {
  return (Object.keys(shapes) as FoldCase['name'][]).map((name) => {
    const { long, next, grow } = shapes[name];
    const session = (count: number) => stamped([...opening, ...repeat(count, grow)], 0);
    const nextFrom = (count: number): Lap => {
      const before = play(session(count), emptyConversation);
      const events = stamped(
        repeat(next, (i) => grow(count + i)),
        before.seq,
      );
      return () => () => play(events, before).seq;
    };
    const allOf = (sessions: readonly (readonly RunEvent[])[]): Lap => {
      return () => () => sessions.reduce((sum, events) => sum + play(events, emptyConversation).seq, 0);
    };
    const quarters = Array.from({ length: 4 }, () => session(long / 4));
    return {
      name,
      next: { operations: repeat(next, grow).length, ours: nextFrom(long), theirs: nextFrom(long / 4) },
      all: { operations: session(long).length, ours: allOf([session(long)]), theirs: allOf(quarters) },
    };
  });
}

export function foldRow({ name }: FoldCase, next: Result, all: Result, words: Words): Cell[] {
  const verdict = next.ratio <= FOLD_GOAL ? words.met : words.missed;
  const goal = `≤ ${FOLD_GOAL.toFixed(1)}`;
  return [words[name], next.theirs, next.ours, next.ratio, goal, verdict, all.theirs, all.ours, all.ratio];
}

function play(events: readonly RunEvent[], from: Conversation): Conversation {
  return events.reduce(fold, from);
}

function stamped(drafts: readonly Draft[], after: number): RunEvent[] {
  return drafts.map((draft, i) => stampDraft(draft, after + i + 1, i));
}

function repeat(count: number, make: (i: number) => readonly Draft[]): Draft[] {
  return Array.from({ length: count }, (_, i) => make(i)).flat();
}

function delta(messageId: string, runId = RUN): Draft {
  return { type: 'text.delta', runId, messageId, delta: ' word' };
}

function message(i: number): Draft[] {
  const messageId = `${RUN}.m${i}`;
  return [
    { type: 'message.started', runId: RUN, messageId, role: 'assistant' },
    ...repeat(8, () => [delta(messageId)]),
    { type: 'message.completed', runId: RUN, messageId },
  ];
}

function call(i: number): Draft[] {
  const about = { runId: RUN, callId: `call_${i}`, name: 'search' };
  return [
    { type: 'tool.args', ...about, delta: '{"q":' },
    { type: 'tool.args', ...about, delta: '1}' },
    { type: 'tool.call', ...about, args: { q: 1 } },
    { type: 'tool.started', ...about },
    { type: 'tool.output', ...about, text: 'found\n' },
    { type: 'tool.finished', ...about, outcome: 'ok', result: 1 },
  ];
}

function run(i: number): Draft[] {
  const runId = `run_${i}`;
  return [
    { type: 'message.accepted', text: 'hi', ref: runId },
    { type: 'run.started', runId, input: 'hi', ref: runId },
    ...repeat(8, () => [delta(`${runId}.m`, runId)]),
    { type: 'run.finished', runId, status: 'complete' },
  ];
}
