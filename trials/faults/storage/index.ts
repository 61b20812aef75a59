import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dialects, type RunEvent, verify } from '@polywire/protocol';
import { script } from '../../../packages/server/test/support/native.ts';
import type { Trial } from '../../contract.ts';
import { TrialServer } from '../../lib/trial-server.ts';
import { Witness } from '../kill/witness.ts';
import { type Outage, outages } from './outages.ts';

/** As long as a database that is held is waited for, and more. */
const LASTS_MS = 8_000;
/** A read beside it must not wait longer, on a busy machine too. */
const READ_WITHIN_MS = 2_000;

/** A time without storage in the middle of runs: people are told, reads go on, and afterwards nothing is missing. */
export const storage: readonly Trial[] = outages.map((outage) => ({
  name: outage.name,
  about: outage.about,
  ...(outage.needs && { needs: outage.needs }),
  tries: { long: 5, short: 0 },
  async run({ count, done }) {
    let slowest = 0;
    for (let n = 0; n < count; n += 1) {
      slowest = Math.max(slowest, await live(outage));
      done();
    }
    return {
      en: `writers told (${outage.status}), slowest read meanwhile ${Math.round(slowest)} ms, all runs whole afterwards, in every dialect`,
      zh: `写入者获知（${outage.status}），期间最慢读取 ${Math.round(slowest)} 毫秒，此后所有运行完整，所有方言一致`,
    };
  },
}));

async function live(outage: Outage): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), `polywire-${outage.name}-`));
  const data = join(folder, 'data');
  const dispose = await outage.prepare(data);
  const server = TrialServer.on(data);
  try {
    await server.begin({ stderr: 'keep' });
    return await throughOutage(server, outage);
  } finally {
    await server.remove();
    await dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

async function throughOutage(server: TrialServer, outage: Outage): Promise<number> {
  const { api, url } = server;
  const old = await api.newSession();
  await api.start(old, script({ say: 'old ', times: 50 }), 'run.finished');
  const session = await api.newSession();
  const witnesses = dialects.map((dialect) => new Witness(dialect, session));
  for (const witness of witnesses) await witness.attach(url);
  const run = await api.start(session, script(...lines(40)), 'checkpoint');
  const end = await outage.begin(server.data);
  const slowest = await readMeanwhile(server, old);
  const refused = await api.call<object>(`POST /v1/sessions/${session}/runs`, { input: 'refused', ref: 'refused' });
  if (refused.status !== outage.status)
    throw new Error(`a message was answered ${refused.status}: ${JSON.stringify(refused.body)}`);
  await end();
  const events = await whole(server, session, run);
  const illegal = verify(events);
  if (illegal) throw new Error(`the log is not legal: ${JSON.stringify(illegal)}`);
  if (events.some((event) => 'ref' in event && event.ref === 'refused')) throw new Error('what was refused was run');
  for (const witness of witnesses) await witness.check(url, events);
  return slowest;
}

/** Reads an old session again and again; returns the longest that it took. */
async function readMeanwhile({ api, url }: TrialServer, session: string): Promise<number> {
  let slowest = 0;
  const until = performance.now() + LASTS_MS;
  while (performance.now() < until) {
    const began = performance.now();
    const events = await api.sessionEvents(session, ({ type }) => type === 'run.finished');
    const health = await fetch(`${url}/healthz`);
    if (events.length < 50 || !health.ok) throw new Error(`an old session has ${events.length} events`);
    slowest = Math.max(slowest, performance.now() - began);
    await pause(50);
  }
  if (slowest > READ_WITHIN_MS) throw new Error(`a read took ${Math.round(slowest)} ms`);
  return slowest;
}

async function whole({ api }: TrialServer, session: string, run: string): Promise<RunEvent[]> {
  const events = await api.sessionEvents(session, (event) => event.type === 'run.finished' && event.runId === run);
  const end = events.at(-1);
  if (end?.type !== 'run.finished' || end.status !== 'complete') throw new Error(`it ended so: ${JSON.stringify(end)}`);
  for (const [i, { seq }] of events.entries()) if (seq !== i + 1) throw new Error(`event ${i + 1} is numbered ${seq}`);
  return events;
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ say: `line${n} ${'x'.repeat(200)}`, times: 10, everyMs: 5 }));
