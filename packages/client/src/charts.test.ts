import type { Dialect, EventOf, RunEvent } from '@polywire/protocol';
import { dialects } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { Caller } from './caller.ts';
import { Charts, MAX_BEHIND } from './charts.ts';

const chart: EventOf<'chart'> = { type: 'chart', seq: 1, at: 1, runId: 'r', analysisId: 'a', options: [] };
const words = (seq: number): RunEvent => ({ type: 'text.delta', seq, at: 1, runId: 'r', messageId: 'm', delta: 'x' });

/** A wire that leaves the content of its charts to be fetched. */
const [some = expect.fail()] = dialects;
const dialect: Dialect = {
  ...some,
  client: { ...some.client, encode: () => [{ method: 'GET', path: '/chart' }], readAnswer: (_, body) => body },
};

/** Charts whose content comes when the test says so. */
function chartsOf() {
  const applied: RunEvent[] = [];
  const signals: AbortSignal[] = [];
  let answer: (body: string) => void = () => undefined;
  const fetch: typeof globalThis.fetch = (_, { signal } = {}) =>
    new Promise((resolve, reject) => {
      answer = (body) => resolve(new Response(body));
      if (!signal) return;
      signals.push(signal);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const caller = new Caller({ url: 'http://127.0.0.1', dialect, fetch });
  const charts = new Charts(
    caller,
    (event) => applied.push(event),
    () => undefined,
  );
  return {
    applied,
    signals,
    answer: (body: string) => answer(body),
    pass: (event: RunEvent) => charts.pass(event, undefined, undefined),
  };
}

it('keeps what comes behind a chart behind it', async () => {
  const { applied, answer, pass } = chartsOf();
  pass(chart);
  pass(words(2));
  expect(applied).toEqual([]);
  answer('{"options":[{"series":[]}]}');
  await expect.poll(() => applied.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(applied[0]).toMatchObject({ type: 'chart', options: [{ series: [] }] });
});

it('gives a chart up, in order, where too much waits behind it', async () => {
  const { applied, signals, answer, pass } = chartsOf();
  pass(chart);
  for (let i = 0; i < MAX_BEHIND + 10; i += 1) pass(words(i + 2));
  const inOrder = Array.from({ length: MAX_BEHIND + 11 }, (_, i) => i + 1);
  expect(applied.map(({ seq }) => seq)).toEqual(inOrder);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  answer('{"options":[{"series":[]}]}');
  pass({ ...chart, seq: MAX_BEHIND + 12 });
  answer('{"options":[{"late":1}]}');
  await expect.poll(() => applied.length).toBe(MAX_BEHIND + 12);
  expect(applied.filter(({ type }) => type === 'chart')).toMatchObject([{ options: [] }, { options: [{ late: 1 }] }]);
});
