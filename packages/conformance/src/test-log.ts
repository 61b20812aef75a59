import type { RunEvent } from '@polywire/protocol';
import type { Appended, EventLog } from '@polywire/server';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';

/** A log to be tested. `reopen` closes it and opens what it stored; leave it out for logs that forget. */
export interface LogUnderTest {
  readonly log: EventLog;
  reopen?(): Promise<LogUnderTest>;
  dispose(): Promise<void>;
}

/** Makes one that is empty; `onProblem` is where it tells of what somebody threw whom it told something. */
export type MakeLog = (onProblem: (cause: unknown) => void) => Promise<LogUnderTest>;

/** The contract of an event log: every back end passes all of it. */
export function testLog(name: string, make: MakeLog): void {
  describe(`log: ${name}`, () => {
    let open: LogUnderTest[] = [];
    let problems: unknown[] = [];
    afterEach(async () => {
      for (const each of open) await each.dispose();
      open = [];
      problems = [];
    });
    async function fresh(): Promise<LogUnderTest> {
      const made = await make((cause) => problems.push(cause));
      open.push(made);
      return made;
    }

    it('gives back what was appended, from any cursor and up to any limit', async () => {
      const { log } = await fresh();
      const events = texts(1, 10);
      expect(await append(log, 's', 0, events)).toEqual({ ok: true, head: 10 });
      expect(await log.head('s')).toBe(10);
      for (const [after, limit] of [
        [0, 100],
        [0, 3],
        [4, 2],
        [9, 5],
        [10, 5],
        [99, 1],
      ] as const) {
        expect((await log.read('s', after, limit)).events).toEqual(events.slice(after, after + limit));
      }
    });

    it('takes an append of nothing, and gives back any time', async () => {
      const { log } = await fresh();
      expect(await append(log, 's', 0, [])).toEqual({ ok: true, head: 0 });
      const events = [100.5, 101.25, 120.75, 120.75, 1e9, 1e15, 5].map((at, i) => ({
        ...(texts(i + 1, 1)[0] as RunEvent),
        at,
      }));
      expect(await append(log, 's', 0, events)).toEqual({ ok: true, head: 7 });
      expect((await log.read('s', 0, 10)).events).toEqual(events);
    });

    it('keeps sessions apart', async () => {
      const { log } = await fresh();
      await Promise.all([
        append(log, 'a', 0, texts(1, 3)),
        append(log, 'b', 0, texts(1, 2)),
        append(log, 'a', 3, texts(4, 2)),
      ]);
      expect((await log.read('a', 0, 10)).events).toEqual(texts(1, 5));
      expect((await log.read('b', 0, 10)).events).toEqual(texts(1, 2));
      expect(await log.head('c')).toBe(0);
      expect((await log.read('c', 0, 10)).events).toEqual([]);
    });

    it('refuses an append at another position, and stores nothing of it', async () => {
      const { log } = await fresh();
      await append(log, 's', 0, texts(1, 2));
      for (const expected of [0, 1, 3]) {
        expect(await append(log, 's', expected, texts(expected + 1, 1))).toEqual({
          ok: false,
          why: 'conflict',
          head: 2,
        });
      }
      expect((await log.read('s', 0, 10)).length).toBe(2);
    });

    it('refuses two appends at one position in one turn: the first wins', async () => {
      const { log } = await fresh();
      const outcomes = await Promise.all([append(log, 's', 0, texts(1, 1)), append(log, 's', 0, texts(1, 1))]);
      expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, false]);
      expect(await log.head('s')).toBe(1);
    });

    it('refuses an owner of an older epoch', async () => {
      const { log } = await fresh();
      await append(log, 's', 0, texts(1, 1), 2);
      expect(await append(log, 's', 1, texts(2, 1), 1)).toMatchObject({ ok: false, why: 'conflict' });
      expect(await append(log, 's', 1, texts(2, 1), 3)).toMatchObject({ ok: true });
    });

    it('tells a watcher every event once, in order, and only what a reader can see', async () => {
      const { log } = await fresh();
      const seen: number[] = [];
      const visible: Promise<boolean>[] = [];
      const watching = log.watch('s', {
        hear(stretch) {
          for (const event of stretch.events) seen.push(event.seq);
          visible.push(log.head('s').then((head) => head >= stretch.last));
        },
      });
      const outcomes = [];
      for (let i = 0; i < 50; i += 1) outcomes.push(append(log, 's', i, texts(i + 1, 1)));
      await Promise.all(outcomes);
      watching.stop();
      await append(log, 's', 50, texts(51, 1));
      expect(seen).toEqual(texts(1, 50).map((event) => event.seq));
      expect(await Promise.all(visible)).not.toContain(false);
    });

    it('tells everybody what is durable, also where somebody else throws', async () => {
      const { log } = await fresh();
      const seen: string[] = [];
      const thrown = new Error('a watcher');
      log.watch('a', {
        hear() {
          throw thrown;
        },
      });
      for (const session of ['a', 'b'])
        log.watch(session, { hear: ({ events }) => seen.push(...events.map(({ seq }) => `${session}${seq}`)) });
      await Promise.all([append(log, 'a', 0, texts(1, 2)), append(log, 'b', 0, texts(1, 2))]);
      await Promise.all([append(log, 'a', 2, texts(3, 2)), append(log, 'b', 2, texts(3, 2))]);
      expect(seen).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'a4', 'b3', 'b4']);
      expect(problems).toEqual([thrown, thrown]);
    });

    it('tells nobody who was sent away meanwhile, and whoever comes meanwhile from the next on', async () => {
      const { log } = await fresh();
      const seen: string[] = [];
      const hearAs = (name: string) => ({
        hear: ({ events }: { readonly events: readonly RunEvent[] }) =>
          seen.push(...events.map(({ seq }) => `${name}${seq}`)),
      });
      log.watch('s', {
        hear() {
          sentAway.stop();
          if (seen.length === 0) log.watch('s', hearAs('new'));
        },
      });
      const sentAway = log.watch('s', hearAs('away'));
      log.watch('s', hearAs('old'));
      await append(log, 's', 0, texts(1, 1));
      await append(log, 's', 1, texts(2, 1));
      expect(seen).toEqual(['old1', 'old2', 'new2']);
    });

    it('leaves no gap and no double between history and live', async () => {
      const { log } = await fresh();
      await append(log, 's', 0, texts(1, 20));
      const writing: Promise<unknown>[] = [];
      for (let i = 20; i < 60; i += 1) writing.push(append(log, 's', i, texts(i + 1, 1)));
      const seen: number[] = [];
      const live: number[] = [];
      log.watch('s', { hear: ({ events }) => live.push(...events.map(({ seq }) => seq)) });
      for (;;) {
        const part = await log.read('s', seen.length, 7);
        if (part.length === 0) break;
        seen.push(...part.events.map((event) => event.seq));
      }
      await Promise.all(writing);
      const whole = [...seen, ...live.filter((seq) => seq > seen.length)];
      expect(whole).toEqual(texts(1, 60).map((event) => event.seq));
    });

    it('writes with one pen for as long as its source likes, also where the session was removed meanwhile', async () => {
      const { log } = await fresh();
      let batch = { expected: 0, events: texts(1, 2) };
      let settled: (outcome: Appended) => void = () => undefined;
      const source = { session: 's', owner: 'o', epoch: 1, take: () => batch };
      const pen = log.pen({ ...source, settled: (outcome) => settled(outcome) });
      const write = (expected: number, count: number) => {
        batch = { expected, events: texts(expected + 1, count) };
        return new Promise<Appended>((resolve) => {
          settled = resolve;
          pen.append(false);
        });
      };
      expect(await write(0, 2)).toEqual({ ok: true, head: 2 });
      expect(await write(2, 1)).toEqual({ ok: true, head: 3 });
      await log.remove('s');
      expect(await write(3, 1)).toEqual({ ok: false, why: 'conflict', head: 0 });
      expect(await write(0, 1)).toEqual({ ok: true, head: 1 });
      expect((await log.read('s', 0, 10)).events).toEqual(texts(1, 1));
    });

    it('forgets a removed session and nothing else', async () => {
      const { log } = await fresh();
      await Promise.all([append(log, 'a', 0, texts(1, 3)), append(log, 'b', 0, texts(1, 3))]);
      await log.remove('a');
      expect(await log.head('a')).toBe(0);
      expect((await log.read('a', 0, 10)).length).toBe(0);
      expect((await log.read('b', 0, 10)).events).toEqual(texts(1, 3));
      expect(await append(log, 'a', 0, texts(1, 1))).toMatchObject({ ok: true });
    });

    it('has nothing beyond the end', async () => {
      const { log } = await fresh();
      await append(log, 's', 0, texts(1, 3));
      for (const after of [3, 4, 1_000]) {
        const { first, length, last, events } = await log.read('s', after, 10);
        expect({ first, length, last, events }).toEqual({ first: after + 1, length: 0, last: after, events: [] });
      }
    });

    it('keeps any text as it is', async () => {
      const { log } = await fresh();
      const events = ['\n', '"', '\u2028', '\0', '😀', '\ud83d', '\ude00', 'a\r\nb'].map((delta, i) =>
        text(i + 1, delta),
      );
      await append(log, 's', 0, events);
      expect((await log.read('s', 0, 10)).lines.map((line) => JSON.parse(line))).toEqual(events);
    });

    it('behaves as a list per session, through any history of appends, reads, removals and restarts', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 40 }), async (operations) => {
          let tested = await make((cause) => problems.push(cause));
          const model = new Map<string, RunEvent[]>();
          try {
            for (const step of operations) {
              const known = model.get(step.session) ?? [];
              if (step.do === 'append') {
                const events = texts(known.length + 1, step.size);
                expect(await append(tested.log, step.session, known.length, events)).toMatchObject({ ok: true });
                model.set(step.session, [...known, ...events]);
              } else if (step.do === 'read') {
                const { events } = await tested.log.read(step.session, step.size, step.limit);
                expect(events).toEqual(known.slice(step.size, step.size + step.limit));
              } else if (step.do === 'remove') {
                await tested.log.remove(step.session);
                model.delete(step.session);
              } else if (tested.reopen) {
                tested = await tested.reopen();
              }
            }
            for (const [session, events] of model) {
              expect((await tested.log.read(session, 0, 1_000_000)).events).toEqual(events);
            }
          } finally {
            await tested.dispose();
          }
        }),
        { numRuns: process.env.POLYWIRE_LONG ? 500 : 25 },
      );
    }, 120_000);
  });
}

const operation = fc.record({
  do: fc.constantFrom('append', 'append', 'append', 'read', 'reopen', 'remove'),
  session: fc.constantFrom('a', 'b', 'c'),
  size: fc.integer({ min: 1, max: 700 }),
  limit: fc.integer({ min: 1, max: 900 }),
});

function append(log: EventLog, session: string, expected: number, events: readonly RunEvent[], epoch = 1) {
  const take = () => ({ expected, events });
  return new Promise<Appended>((settled) => log.pen({ session, owner: 'o', epoch, take, settled }).append(false));
}

function text(seq: number, delta: string): RunEvent {
  return { type: 'text.delta', seq, at: 1_000 + seq, runId: 'r', messageId: 'm', delta };
}

function texts(first: number, count: number): RunEvent[] {
  return Array.from({ length: count }, (_, i) => text(first + i, `delta ${first + i}`));
}
