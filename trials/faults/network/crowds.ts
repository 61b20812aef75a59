import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Dialect, dialects, ownDialect } from '@polywire/protocol';
import { script } from '../../../packages/server/test/support/native.ts';
import type { Trial } from '../../contract.ts';
import { type TrialServer, withServer } from '../../lib/trial-server.ts';
import { BEGINNING, watch } from '../../lib/watch.ts';
import { Fan } from './fan.ts';
import { framesOf, placed, same } from './frames.ts';
import { idlers } from './idle.ts';

const settings = { wireLimits: { messagesPerMinute: 0, connections: 0 } };
/** Who does not read answers no ping either, and would be given up for that on a machine that is slow to fill them. */
const unasked = { wireLimits: { ...settings.wireLimits, heartbeatMs: 0 } };
const SESSIONS = 20;
const MIB = 2 ** 20;

/** All clients of a server that was killed come back at once, in the middle of what they watch. */
export const storm: Trial = {
  name: 'storm',
  about: { en: 'reconnect storm, every dialect', zh: '重连风暴，所有方言' },
  tries: { long: 2_000, short: 120 },
  run: ({ count, done }) =>
    withServer({ settings }, async (server) => {
      const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => server.api.newSession()));
      // Long enough that it is not over when the last of them is back.
      const parts = Math.min(60, Math.max(15, count / 30));
      const input = script(...Array.from({ length: parts }, (_, n) => ({ say: `s${n}`, times: 5, everyMs: 20 })));
      const fans = Array.from({ length: count }, (_, n) => {
        const dialect = dialects[Math.floor(n / SESSIONS) % dialects.length] as Dialect;
        return new Fan(dialect, sessions[n % SESSIONS] as string);
      });
      await each(fans, (fan) => fan.attach(server.url));
      const runs = await Promise.all(sessions.map((session) => server.api.start(session, input, 'checkpoint')));
      await server.process.kill();
      for (const fan of fans) fan.leave();
      await server.begin({ settings });
      const began = performance.now();
      await Promise.all(fans.map((fan) => fan.attach(server.url)));
      const backMs = performance.now() - began;
      await Promise.all(fans.map((fan) => fan.ended()));
      for (const fan of fans) fan.leave();
      const ends = await Promise.all(runs.map(async (run) => (await server.api.runEvents(run)).at(-1)));
      if (ends.some((end) => end?.type !== 'run.finished' || end.status !== 'complete'))
        throw new Error('a run failed');
      for (const session of sessions) {
        for (const dialect of dialects) {
          const whole = await framesOf(await watch(server.url, dialect, session, BEGINNING), 'all');
          for (const fan of fans.filter((fan) => fan.session === session && fan.dialect === dialect)) {
            same(dialect, fan.frames, whole);
            done();
          }
        }
      }
      return {
        en: `all back in ${(backMs / 1_000).toFixed(1)} s, ${dialects.length} dialects; every one saw every frame once, in order, to the end`,
        zh: `全部在 ${(backMs / 1_000).toFixed(1)} 秒内恢复，${dialects.length} 种方言；每个客户端按序看到每一帧恰好一次，直到结束`,
      };
    }),
};

/** Clients that connect and never read, beside one that does. */
export const neverRead: Trial = {
  name: 'never-read',
  about: { en: 'clients that never read', zh: '从不读取的客户端' },
  tries: { long: 300, short: 0 },
  run: ({ count, done }) =>
    withServer({ settings: unasked }, async (server) => {
      const late = Math.floor(count / 2);
      // What the same run takes with nobody in the way.
      const before = await peakOf(server, async () => said(server, await server.api.newSession()));
      const session = await server.api.newSession();
      const begin = (some: number) =>
        Promise.all(Array.from({ length: some }, (_, n) => idlers[n % idlers.length]?.begin(server.url, session)));
      const idle = await begin(count - late);
      let cut = 0;
      const peak = await peakOf(server, async () => {
        await said(server, session);
        // Who comes when all is there already reads it from the log, or would.
        idle.push(...(await begin(late)));
        cut = await cutOf(server, count);
      });
      await server.process.kill();
      for (const socket of idle) socket?.destroy();
      if (cut < count) throw new Error(`${cut} of ${count} were cut`);
      const growth = Math.max(0, peak - before);
      const bound = count + SPARE_MIB;
      if (growth > bound) throw new Error(`memory grew by ${Math.round(growth)} MiB, more than ${bound}`);
      for (let n = 0; n < count; n += 1) done();
      return {
        en: `${count} cut, ${idlers.length} kinds of socket and stream; 30 MB for each took ${Math.round(growth)} MiB more than for none (bound ${bound}); who reads saw everything`,
        zh: `${idlers.length} 种套接字与流，${count} 个被断开；各 30 MB 比没有它们时多用 ${Math.round(growth)} MiB（上限 ${bound}）；正常读取者看到全部内容`,
      };
    }),
};

/** The most memory that the server had meanwhile. */
async function peakOf(server: TrialServer, work: () => Promise<void>): Promise<number> {
  let peak = 0;
  const watching = setInterval(() => {
    void residentMib(server).then((now) => {
      peak = Math.max(peak, now);
    });
  }, 50);
  await work().finally(() => clearInterval(watching));
  return peak;
}

/** Has 30 MB said, and shown to somebody who reads. */
async function said(server: TrialServer, session: string): Promise<void> {
  const reader = await watch(server.url, ownDialect, session, BEGINNING);
  const scenes = Array.from({ length: 40 }, () => ({ say: 'x'.repeat(10_000), times: 75, everyMs: 1 }));
  await server.api.start(session, script(...scenes), 'run.finished');
  await reader.until(() => reader.has('run.finished'));
  reader.cut();
  const gap = placed(reader).findIndex(({ cursor }, n) => cursor?.seq !== n + 1);
  if (gap >= 0) throw new Error(`who reads did not see event ${gap + 1} in its place`);
}

/** How many readers were cut, when it is so many or long enough was waited. */
async function cutOf({ url }: TrialServer, count: number): Promise<number> {
  for (const until = performance.now() + 60_000; ; await pause(200)) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const each = [...metrics.matchAll(/^polywire_readers_cut_total.* (\d+)$/gm)].map(([, n]) => Number(n));
    const cut = each.reduce((sum, n) => sum + n, 0);
    if (cut >= count || performance.now() > until) return cut;
  }
}

/** For the collector, that comes when it likes. */
const SPARE_MIB = 60;

async function residentMib({ process: { pid } }: TrialServer): Promise<number> {
  const [, pages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
  return (Number(pages) * 4_096) / MIB;
}

/** A few at a time: the storm is to come later. */
async function each<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < list.length; from += 100) await Promise.all(list.slice(from, from + 100).map(work));
}
