import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dialects } from '@polywire/protocol';
import type { RawClient } from '../../../packages/server/test/support/client.ts';
import { script } from '../../../packages/server/test/support/native.ts';
import type { Trial } from '../../contract.ts';
import { cannotTrace } from '../../lib/strace.ts';
import { withServer } from '../../lib/trial-server.ts';
import { BEGINNING, watch } from '../../lib/watch.ts';
import { type Audit, auditSyncs } from './sync-audit.ts';

const CALLS = 'pwrite64,write,writev,sendmsg,sendto,fdatasync,fsync';
const MARK = /mark[a-z]+\d+(?=[ "\\])/g;
const WORD = /^mark[ab]\d/;
/** What every dialect tells of besides words: a tool, and the end. */
const STEPS = ['marktool1', 'markend1'];
/** In the acknowledgement of the message, where a dialect has one. */
const REF = 'markref1';
const MOST = 4_000;

/** Every system call of a server that streams: what is on a socket must have been synced before. */
export const audit: Trial = {
  name: 'audit',
  about: {
    en: 'system calls: events on a socket before the log’s sync',
    zh: '系统调用：日志落盘前出现在套接字上的事件',
  },
  tries: { long: MOST, short: 60 },
  needs: cannotTrace,
  async run({ count: wanted, done }) {
    const count = Math.min(wanted, MOST);
    const folder = await mkdtemp(join(tmpdir(), 'polywire-trace-'));
    try {
      const trace = await traceOf(join(folder, 'trace'), count);
      const { offences, shown, syncs } = auditSyncs(trace, MARK);
      if (offences.length > 0) throw new Error(`${offences.length} too early, the first: ${offences[0]}`);
      const whole = [...shown.values()].filter((events) => isAllOf(events, count)).length;
      if (whole < dialects.length) throw new Error(`${whole} of ${dialects.length} sockets carried every event`);
      if (![...shown.values()].some((events) => events.has(REF))) throw new Error('no acknowledgement was seen');
      checkTheAudit(trace, count);
      for (let n = 0; n < count; n += 1) done();
      return {
        en: `0 of ${count} events, on a socket of each of ${whole} dialects, ${syncs} syncs; a server that does not sync, or sends first, is found out`,
        zh: `${whole} 种方言的套接字上，${count} 个事件中 0 个，落盘 ${syncs} 次；不落盘或先发送的服务器能被识破`,
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function traceOf(file: string, count: number): Promise<string> {
  // As a grandchild, so that the process that is started and stopped here is the server itself.
  const under = ['strace', '-D', '-f', '-y', '-s', '1000000', '-e', `trace=${CALLS}`, '-e', 'signal=none', '-o', file];
  await withServer({ under }, async (server) => {
    const session = await server.api.newSession();
    const watchers = await Promise.all(dialects.map((dialect) => watch(server.url, dialect, session, BEGINNING)));
    // Some in one go, some one by one: commits of many events and of few.
    const half = Math.ceil(count / 2);
    const input = script(
      { say: 'marka', times: half },
      { say: 'markb', times: half, everyMs: 3 },
      { tool: 'marktool1', output: 'markout1 ' },
      { fail: 'markend1 ' },
    );
    const message = { type: 'message.send', session, text: input, ref: REF } as const;
    await (watchers[0] as RawClient).send(message);
    for (const watcher of watchers) await watcher.until((client) => client.has('run.finished'));
    for (const watcher of watchers) watcher.cut();
    await server.process.stop();
  });
  for (;;) {
    const trace = await readFile(file, 'utf8');
    if (/exited with 0 \+\+\+\s*$/.test(trace)) return trace;
    await pause(50);
  }
}

function isAllOf(events: ReadonlySet<string>, count: number): boolean {
  const words = [...events].filter((event) => WORD.test(event)).length;
  // A write may end in the middle of one.
  return words >= count - 1 && STEPS.every((event) => events.has(event));
}

/** One that never syncs, and one that sends first, must not pass. */
function checkTheAudit(trace: string, count: number): void {
  const sentFirst = trace.split('\n').sort((a, b) => Number(/<(socket|TCP)/.test(b)) - Number(/<(socket|TCP)/.test(a)));
  const bad: Audit[] = [
    auditSyncs(trace.replaceAll(/^.*f(data)?sync.*$/gm, ''), MARK),
    auditSyncs(sentFirst.join('\n'), MARK),
  ];
  if (bad.some(({ offences }) => offences.length < count)) throw new Error('the audit itself is blind');
}
