import type { Dialect, Draft, FinalStatus } from '@polywire/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { session, stampAll } from '../generate.ts';
import type { NaiveReader, Screen } from '../reader.ts';
import { NUM_RUNS, PROPERTY_TIMEOUT_MS } from '../runs.ts';
import { type Moment, visible, watch } from '../watch.ts';
import { streamsOf } from '../wire.ts';

/** Does a person have to be told that it went wrong? A stop was somebody's wish: the dialect may show it or not. */
const finals: Record<FinalStatus, { readonly tells: boolean | undefined }> = {
  complete: { tells: false },
  error: { tells: true },
  timed_out: { tells: true },
  stopped: { tells: undefined },
};

/** A turn ends once, with everything closed, whatever happened; and a person is never left without a way to go on. */
export function endingsSuite(dialect: Dialect, reader: () => NaiveReader): void {
  const show = (drafts: readonly Draft[], previews = true) =>
    streamsOf(dialect).map((stream) => watch(dialect, reader(), stream, stampAll(drafts), { previews }));

  describe('endings', { timeout: PROPERTY_TIMEOUT_MS }, () => {
    for (const [status, { tells }] of Object.entries(finals) as [FinalStatus, { tells: boolean | undefined }][]) {
      for (const [situation, drafts] of Object.entries(situations)) {
        it(`${status} ${situation}: the last frame ends the turn, and the screen is at rest`, () => {
          for (const moments of show([...drafts, { ...run, type: 'run.finished', status }])) {
            const last = moments.at(-1) as Moment;
            expectTurnEnd(last);
            expectAtRest(last.screen);
            if (tells !== undefined) expect(last.screen.errors.length > 0, JSON.stringify(last.screen)).toBe(tells);
          }
        });
      }
    }

    it('shows an error when the run ends because of it, nowhere twice', () => {
      const failure: Draft = { ...run, type: 'error', message: 'message-of-error', fatal: true };
      for (const moments of show([started, failure, { ...run, type: 'run.finished', status: 'error' }])) {
        const { screen } = moments.at(-1) as Moment;
        expect(visible(screen)).toContain('message-of-error');
        for (const place of [screen.text, screen.errors.join('\n')]) {
          expect(place.split('message-of-error').length - 1, JSON.stringify(screen)).toBeLessThanOrEqual(1);
        }
      }
    });

    it('asks two questions one after the other, and goes on after the answers', () => {
      const ask = (n: number): Draft => ({
        ...run,
        type: 'input.requested',
        inputId: `input-${n}`,
        kind: 'text',
        prompt: `prompt-${n}`,
      });
      const resolve = (n: number): Draft => ({
        ...run,
        type: 'input.resolved',
        inputId: `input-${n}`,
        outcome: 'answered',
        text: 'x',
      });
      const between: readonly Draft[][] = [[], [{ ...run, type: 'run.status', status: 'active' }]];
      for (const active of between) {
        const asking = [started, ask(1), ask(2), waits, resolve(1), ...active, waits];
        const after: Draft[] = [resolve(2), goesOn, ...message, { ...run, type: 'run.finished', status: 'complete' }];
        for (const moments of show([...asking, ...after])) {
          const waiting = moments.filter(
            ({ event }) => event.type === 'run.status' && event.status === 'awaiting_input',
          );
          waiting.forEach(({ screen }, i) => {
            expect(visible(screen)).toContain(`prompt-${i + 1}`);
            expectAnswerable(screen);
          });
          expect(visible((moments.at(-1) as Moment).screen)).toContain('text-of-assistant');
        }
      }
    });

    it('ends every turn and lets a person answer every question', () => {
      const anyStream = fc.constantFrom(...streamsOf(dialect));
      fc.assert(
        fc.property(session(), anyStream, fc.boolean(), (events, stream, previews) => {
          for (const moment of watch(dialect, reader(), stream, events, { previews })) {
            const { event, screen } = moment;
            if (event.type === 'run.finished') {
              expectTurnEnd(moment);
              expectAtRest(screen);
            }
            if (event.type === 'run.status' && event.status === 'awaiting_input') expectAnswerable(screen);
          }
        }),
        { numRuns: NUM_RUNS },
      );
    });

    it('has no preview of what is over', () => {
      fc.assert(
        fc.property(session(), (events) => {
          for (const stream of streamsOf(dialect)) {
            const encoder = dialect.server.encoder(stream);
            for (const event of events) {
              encoder.push(event);
              if (event.type === 'run.finished') expect(encoder.preview()).toEqual([]);
            }
          }
        }),
        { numRuns: NUM_RUNS },
      );
    });
  });
}

function expectTurnEnd({ frames }: Moment): void {
  expect(frames.map(({ endsTurn }) => endsTurn === true)).toEqual(frames.map((_, i) => i === frames.length - 1));
  expect(frames.length).toBeGreaterThan(0);
}

function expectAtRest(screen: Screen): void {
  expect(screen.busy, 'busy').toBe(false);
  expect(screen.tools.filter(({ state }) => state === 'running')).toEqual([]);
  expect(screen.asks).toBeUndefined();
}

function expectAnswerable(screen: Screen): void {
  expect(screen.asks !== undefined || !screen.busy, JSON.stringify(screen)).toBe(true);
}

const run = { runId: 'run-1' };
const started: Draft = { ...run, type: 'run.started', input: 'question' };
const message: Draft[] = [
  { ...run, type: 'message.started', messageId: 'msg-1', role: 'assistant' },
  { ...run, type: 'text.delta', messageId: 'msg-1', delta: 'text-of-assistant' },
  { ...run, type: 'message.completed', messageId: 'msg-1' },
];
const call = { callId: 'call-1', name: 'search' };
const other = { callId: 'call-2', name: 'search' };
const called: Draft = { ...run, type: 'tool.call', ...call, args: {} };
const waits: Draft = { ...run, type: 'run.status', status: 'awaiting_input' };
const goesOn: Draft = { ...run, type: 'run.status', status: 'active' };

const situations: Readonly<Record<string, readonly Draft[]>> = {
  'at once': [started],
  'after a message': [started, ...message],
  'after a cut message': [started, ...message.slice(0, 2), interrupted()],
  'after a tool that was cut': [started, called, { ...run, type: 'tool.started', ...call }, lost()],
  'while it waits for an approval': [
    started,
    called,
    approval('input-1', call),
    waits,
    { ...run, type: 'input.resolved', inputId: 'input-1', outcome: 'cancelled' },
    lost(),
  ],
  'after somebody else answered, and the question was asked again': [
    started,
    called,
    approval('input-1', call),
    { ...run, type: 'tool.call', ...other, args: {} },
    approval('input-2', other),
    waits,
    { ...run, type: 'todo.list', listId: 'list-1', items: [{ id: 'item-1', text: 'x', status: 'pending' }] },
    waits,
    { ...run, type: 'input.resolved', inputId: 'input-2', outcome: 'approved' },
    lost(),
    lost(other),
    { ...run, type: 'input.resolved', inputId: 'input-1', outcome: 'cancelled' },
  ],
  'while it is paused': [started, ...message, { ...run, type: 'run.status', status: 'paused' }],
};

function interrupted(): Draft {
  return { ...run, type: 'message.completed', messageId: 'msg-1', interrupted: true };
}

function approval(inputId: string, of: typeof call): Draft {
  return { ...run, type: 'input.requested', inputId, kind: 'approval', ...of, args: {} };
}

function lost(of = call): Draft {
  return { ...run, type: 'tool.finished', ...of, outcome: 'unknown', result: null };
}
