import { type Draft, type FinalStatus, type RunEvent, stampDraft } from '@polywire/protocol';
import fc from 'fast-check';
import { foreignNames } from './generate/foreign.ts';
import { interleave } from './generate/interleave.ts';
import { anyJson, someText } from './generate/texts.ts';
import { optional, set, type Thread } from './generate/thread.ts';
import { sessionThread, threads } from './generate/threads.ts';
import { EPOCH } from './runs.ts';

export interface SessionOptions {
  readonly maxRuns?: number;
  /** What has to do with such events does not happen. */
  readonly without?: (draft: Draft) => boolean;
}

/** A legal session: runs of every kind of event, and what happens between them. */
export function session({ maxRuns = 3, without }: SessionOptions = {}): fc.Arbitrary<readonly RunEvent[]> {
  const happens = (thread: readonly Draft[]) => !(without && thread.some(without));
  return fc
    .tuple(between, fc.array(fc.tuple(oneRun, between), { minLength: 1, maxLength: maxRuns }), foreignNames)
    .map(([before, runs, withNames]) => {
      const drafts = [
        ...outside(before, 'b', happens),
        ...runs.flatMap(([run, after], i) => [...run(i + 1, happens), ...outside(after, `b${i}`, happens)]),
      ];
      return stampAll(withNames(drafts));
    });
}

/** One legal run from its start to its end. */
export function run(): fc.Arbitrary<readonly RunEvent[]> {
  return oneRun.map((make) => stampAll(make(1, () => true)));
}

/** Gives drafts their places and times, as the log does. */
export function stampAll(drafts: readonly Draft[]): readonly RunEvent[] {
  return drafts.map((draft, i) => stampDraft(draft, i + 1, draft.at ?? EPOCH + i * 10));
}

const between = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: sessionThread },
    fc.constant<Thread>(() => [{ type: 'history.rewound', toSeq: 1 }]),
  ),
  { maxLength: 2 },
);

function outside(list: readonly Thread[], prefix: string, happens: Happens): Draft[] {
  return list
    .map((thread, i) => thread(`${prefix}_${i}`))
    .filter(happens)
    .flat();
}

type Happens = (thread: readonly Draft[]) => boolean;

const oneRun: fc.Arbitrary<(n: number, happens: Happens) => Draft[]> = fc
  .record({
    start: fc.record({
      input: optional(someText),
      agentKind: optional(fc.constantFrom('react', 'tot')),
      model: optional(fc.constant('offline')),
      ref: optional(fc.constant('ref-1')),
    }),
    parts: fc.array(threads, { maxLength: 5 }),
    picks: fc.array(fc.nat(7), { minLength: 1, maxLength: 20 }),
    cut: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined, freq: 4 }),
    status: fc.constantFrom<FinalStatus>('complete', 'complete', 'error', 'stopped', 'timed_out'),
    failure: optional(
      fc.record({ message: someText, code: optional(fc.constant('E_FATAL')), details: optional(anyJson) }),
    ),
    end: fc.record({
      text: optional(someText),
      reason: optional(someText),
      usage: optional(fc.constant({ input: 1, output: 2, total: 3 })),
      cost: optional(fc.constant(0.25)),
      durationMs: optional(fc.constant(1500)),
    }),
  })
  .map((it) => (n, happens) => {
    const runId = `run_${n}`;
    const inRun = it.parts
      .flatMap((part, i) => part.map((thread) => thread(`${n}_${i}`).map((draft) => ofRun(draft, runId))))
      .filter(happens);
    const middle = interleave({ type: 'run.started', runId, ...set(it.start) }, inRun, it.picks, it.cut);
    const failure = it.status === 'error' || it.status === 'timed_out' ? it.failure : undefined;
    const failed = failure ? [failureOf(failure, runId)] : [];
    return [
      ...middle,
      ...(happens(failed) ? failed : []),
      { type: 'run.finished', runId, status: it.status, ...set(it.end) },
    ];
  });

function failureOf(it: { message: string; code: string | undefined; details: unknown }, runId: string): Draft {
  const more = set({ code: it.code, details: it.details ?? undefined }) as { code?: string };
  return { type: 'error', runId, message: it.message, fatal: true, ...more };
}

/** A message that waits in the queue belongs to no run yet. */
function ofRun(draft: Draft, runId: string): Draft {
  return draft.type === 'message.accepted' ? draft : { ...draft, runId };
}
