import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { createLogger, logLevels } from './logger.ts';
import { Metrics } from './metrics.ts';
import { readable } from './readable.ts';
import { REDACTED, redact } from './redact.ts';
import { observeRoutes } from './routes.ts';
import { Tally } from './tally.ts';
import { traceIdOf } from './trace-id.ts';

const lines = (level?: string, isReadable = false) => {
  const written: string[] = [];
  const out = { write: (text: string) => void written.push(text) };
  return { written, logger: createLogger({ level, isReadable, out }) };
};

it('masks secrets wherever they stand, and nothing else', () => {
  const cause = new Error('wrong: Authorization: Bearer abc.def');
  const fields = {
    headers: { authorization: 'Bearer x', Cookie: 'polywire_token=y', 'set-cookie': ['a=b'], accept: 'text/html' },
    list: [{ apiKey: 'k', token: 't', access_token: 'u', password: 'p' }],
    usage: { tokens: 12 },
    url: '/x?token=abc&after=3',
    protocol: 'polywire.token.c2VjcmV0',
    err: new Error('outer', { cause }),
  };
  const { logger, written } = lines();
  logger.warn(fields, 'look');
  const said = JSON.parse(written[0] as string);
  expect(said).toMatchObject({
    msg: 'look',
    headers: { authorization: REDACTED, Cookie: REDACTED, 'set-cookie': REDACTED, accept: 'text/html' },
    list: [{ apiKey: REDACTED, token: REDACTED, access_token: REDACTED, password: REDACTED }],
    usage: { tokens: 12 },
    url: `/x?token=${REDACTED}&after=3`,
    protocol: `polywire.token.${REDACTED}`,
    err: { type: 'Error', message: 'outer', cause: { message: `wrong: Authorization: Bearer ${REDACTED}` } },
  });
  expect(said.err.stack).toContain('observe.test.ts');
});

it('ends with what has no end', () => {
  const ring: { next?: unknown } = {};
  ring.next = ring;
  expect(JSON.stringify(redact(ring))).toContain('[deep]');
});

it('says only what the level asks for, and refuses a level that there is not', () => {
  const { logger, written } = lines('warn');
  logger.info('no');
  logger.error('yes');
  expect(written.map((line) => JSON.parse(line).msg)).toEqual(['yes']);
  for (const level of logLevels) expect(() => createLogger({ level })).not.toThrow();
  expect(() => createLogger({ level: 'loud' })).toThrow(/POLYWIRE_LOG is one of .*须为以下之一/);
});

it('writes lines for a person on a terminal', () => {
  const { logger, written } = lines('info', true);
  logger.info({ runId: 'run_1', title: 'a b', durationMs: 12 }, 'run ended');
  logger.error({ err: new Error('broken') }, 'something');
  expect(written[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info {2}run ended runId=run_1 title="a b" durationMs=12\n$/);
  expect(written[1]).toMatch(/ERROR something\n {2}Error: broken\n {6}at /);
  expect(readable('{"time":0,"level":35}')).toBe('00:00:00.000 35\n');
});

it('names a run in traces by its id alone', () => {
  const hex = '0123456789abcdef0123456789abcdef';
  expect(traceIdOf(`run_${hex}`)).toBe(hex);
  for (const odd of ['~r1', `run_${'0'.repeat(32)}`, '']) {
    expect(traceIdOf(odd)).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect(traceIdOf(odd)).toBe(traceIdOf(odd));
  }
  expect(traceIdOf('~r1')).not.toBe(traceIdOf('~r2'));
});

it('is alive whether or not it is ready, and tells what it counted each time anew', async () => {
  const tally = new Tally();
  let isReady = false;
  const metrics = new Metrics({ tally, openRuns: () => [['active', 2]] });
  metrics.countWatchers(() => [['x', 3]]);
  const app = fastify();
  observeRoutes(app, metrics, () => isReady);
  const statuses = async () => [(await app.inject('/healthz')).statusCode, (await app.inject('/readyz')).statusCode];
  expect(await statuses()).toEqual([200, 503]);
  isReady = true;
  expect(await statuses()).toEqual([200, 200]);

  Object.assign(tally.of('x'), { connections: 4, delivered: 5, cut: 1 });
  tally.issue('x', 'invalid');
  tally.issue('x', 'invalid');
  metrics.committed({ events: 7, ms: 1.5 });
  metrics.ended('complete');
  const expected = [
    'polywire_runs{state="active"} 2',
    'polywire_runs_ended_total{status="complete"} 1',
    'polywire_watchers{dialect="x"} 3',
    'polywire_connections{dialect="x"} 4',
    'polywire_events_delivered_total{dialect="x"} 5',
    'polywire_readers_cut_total{dialect="x"} 1',
    'polywire_decode_issues_total{dialect="x",reason="invalid"} 2',
    'polywire_events_appended_total 7',
    'polywire_commit_seconds_bucket{le="0.001"} 0',
    'polywire_commit_seconds_bucket{le="0.002"} 1',
  ];
  for (const _ of ['first', 'again']) {
    const answer = await app.inject('/metrics');
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.body.split('\n')).toEqual(expect.arrayContaining(expected));
    expect(answer.body).toContain('process_cpu_seconds_total');
    expect(answer.body).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(answer.body).toMatch(/^nodejs_eventloop_utilization_ratio (0\.\d+|0|1)$/m);
  }
});
