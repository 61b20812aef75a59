import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { dialectNamed, dialects, type RunEvent, verify } from '@polywire/protocol';
import Database from 'better-sqlite3';
import { script } from '../../../packages/server/test/support/native.ts';
import type { Trial } from '../../contract.ts';
import { randomOf } from '../../lib/random.ts';
import { cannotTrace } from '../../lib/strace.ts';
import { type TrialServer, withServer } from '../../lib/trial-server.ts';
import { watch } from '../../lib/watch.ts';
import { Witness } from '../kill/witness.ts';
import { Injection, type Target } from './injection.ts';

const targets: readonly Target[] = [
  { call: 'pwrite64', error: 'EIO', file: 'polywire.db-wal', among: 60 },
  { call: 'fsync', error: 'EIO', file: 'polywire.db-wal', among: 60 },
  { call: 'pwrite64', error: 'ENOSPC', file: 'polywire.db-wal', among: 60 },
  // As the log is copied into the database: of many commits there are few pages.
  { call: 'pwrite64', error: 'EIO', file: 'polywire.db', among: 10 },
  // As somebody reads what was said long ago.
  { call: 'pread64', error: 'EIO', file: 'polywire.db', among: 400 },
];
const native = dialectNamed('native');
const LINES = 30;
const MESSAGES = 10;
const LONG_AGO = script(...Array.from({ length: MESSAGES }, () => ({ say: 'x'.repeat(10_000), times: 30 })));
/** So many commits that the write-ahead log is copied. */
const NOW = script(...Array.from({ length: MESSAGES }, () => ({ say: 'w', times: 120, everyMs: 2 })));

/** Some system calls on the log or the database fail, one after another, in the middle of runs and reads. */
export const ioErrors: Trial = {
  name: 'io-errors',
  about: {
    en: 'I/O errors as the log is written, synced, copied or read',
    zh: '写入、落盘、归并或读取日志时出现 I/O 错误',
  },
  tries: { long: 15, short: 0 },
  needs: cannotTrace,
  async run({ count, seed, done }) {
    let [taken, injected] = [0, 0];
    for (let n = 0; n < count; n += 1) {
      const target = targets[n % targets.length] as Target;
      const random = randomOf(seed + n);
      const first = random.int(1, target.among);
      const seen = await faulty(target, first, first + random.int(0, 2)).catch((cause: unknown) => {
        throw new Error(`${target.error} of ${target.call} ${target.file}: ${(cause as Error).message}`, { cause });
      });
      taken += seen.taken;
      injected += seen.injected;
      done();
    }
    return {
      en: `${injected} calls failed, runs taken up again ${taken} times and all whole; nothing was shown that is not in the log`,
      zh: `${injected} 次调用失败，运行共恢复 ${taken} 次并全部完整；没有显示过日志中不存在的内容`,
    };
  },
};

async function faulty(target: Target, from: number, to: number): Promise<{ taken: number; injected: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'polywire-trace-'));
  try {
    return await withServer({}, async (server) => {
      const { api } = server;
      const [session, busy, gone] = [await api.newSession(), await api.newSession(), await api.newSession()];
      await api.start(session, 'hello', 'run.finished');
      await api.start(busy, LONG_AGO, 'run.finished');
      // To forget a session moves what is in the journal, and in memory, to segments.
      await api.call(`DELETE /v1/sessions/${gone}`);
      await server.process.stop();
      makeLarge(join(server.data, 'polywire.db'));
      const injection = new Injection(server, target, join(folder, 'trace'));
      await server.begin({ under: await injection.under(from, to), stderr: 'keep' });
      const taken = await through(server, session, busy);
      const injected = await injection.count();
      if (injected === 0) throw new Error('no call was made to fail');
      return { taken, injected };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Too large to be read whole at every start: what is asked for then has to be read. */
function makeLarge(file: string): void {
  const db = new Database(file);
  db.exec('CREATE TABLE ballast (bytes BLOB); INSERT INTO ballast VALUES (zeroblob(68157440))');
  db.close();
}

/** One run that is watched and one that says much, while somebody reads what that session said before. */
async function through(server: TrialServer, session: string, busy: string): Promise<number> {
  const witnesses = dialects.map((dialect) => new Witness(dialect, session));
  for (const witness of witnesses) await witness.attach(server.url);
  const lines = Array.from({ length: LINES }, (_, n) => ({ say: `l${n}`, times: 5, everyMs: 4 }));
  const run = await send(server, session, script(...lines));
  const more = await send(server, busy, NOW);
  let isOver = false;
  const ended = Promise.all([eventsOf(server, session, run), eventsOf(server, busy, more)]).finally(() => {
    isOver = true;
  });
  const [logs, reads] = await Promise.all([ended, readAgain(server, busy, () => isOver)]);
  const [events, much] = logs;
  check(events, LINES + 1);
  check(much, 2 * MESSAGES);
  for (const read of reads) {
    const wrong = read.find((event) => !isDeepStrictEqual(event, much[event.seq - 1]));
    if (wrong)
      throw new Error(
        `it was read otherwise than it is: ${JSON.stringify([wrong, much[wrong.seq - 1]]).slice(0, 400)}`,
      );
  }
  for (const witness of witnesses) await witness.check(server.url, events);
  return logs.flat().filter((event) => event.type === 'run.status' && event.reason === 'reloaded').length;
}

/** What each reader saw, until what it asked for was there or it was told that it cannot be read now. */
async function readAgain({ url }: TrialServer, session: string, isOver: () => boolean): Promise<RunEvent[][]> {
  const seen: RunEvent[][] = [];
  while (!isOver()) {
    const reader = await watch(url, native, session);
    await reader.until((client) => client.has('run.finished')).catch(() => undefined);
    reader.cut();
    seen.push(reader.frames.map(({ data }) => JSON.parse(data)).filter(({ seq }) => seq !== undefined));
    await pause(100);
  }
  return seen;
}

/** Like a client: who is cut off, as storage could not be read, comes back. */
async function eventsOf({ api }: TrialServer, session: string, run: string): Promise<RunEvent[]> {
  const isItsEnd = (event: RunEvent) => event.type === 'run.finished' && event.runId === run;
  for (let tried = 1; ; tried += 1) {
    const events = await api.sessionEvents(session, isItsEnd).catch(nothingIfTorn);
    if (events.some(isItsEnd)) return events;
    if (tried === MAX_RETURNS) throw new Error(`after ${tried} reads the end of ${run} has not come`);
    await pause(RETRY_MS);
  }
}

/** A stream of lines has no other words for an end that is none. */
function nothingIfTorn(error: unknown): RunEvent[] {
  if (error instanceof TypeError && error.message === 'terminated') return [];
  throw error;
}

/** Like a client: what is refused because of storage is sent again. */
async function send({ api }: TrialServer, session: string, input: string): Promise<string> {
  for (let tried = 1; ; tried += 1) {
    const body = { input, ref: 'the-one' };
    const answer = await api.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, body);
    if (answer.status < 300) return answer.body.id;
    // What cannot be written is 503 or 507; what cannot be read is damage to SQLite, and to the server.
    if (answer.status < 500 || tried === MAX_RETURNS)
      throw new Error(`after ${tried} times ${answer.status}: ${JSON.stringify(answer.body)}`);
    await pause(RETRY_MS);
  }
}

function check(events: readonly RunEvent[], messages: number): void {
  const illegal = verify(events);
  if (illegal) throw new Error(`the log is not legal: ${JSON.stringify(illegal)}`);
  for (const [i, { seq }] of events.entries()) if (seq !== i + 1) throw new Error(`event ${i + 1} is numbered ${seq}`);
  const end = events.at(-1);
  if (end?.type !== 'run.finished' || end.status !== 'complete') throw new Error(`it ended so: ${JSON.stringify(end)}`);
  const whole = events.filter((event) => event.type === 'message.completed' && !event.interrupted).length;
  if (whole !== messages) throw new Error(`${whole} messages of ${messages} are whole`);
}

const RETRY_MS = 500;
/** More often than calls are made to fail. */
const MAX_RETURNS = 10;
