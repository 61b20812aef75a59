import { join } from 'node:path';
import { dialects, type RunEvent, verify } from '@polywire/protocol';
import { script } from '../../../packages/server/test/support/native.ts';
import type { Trial } from '../../contract.ts';
import { randomOf } from '../../lib/random.ts';
import { cannotTrace, traced } from '../../lib/strace.ts';
import { type TrialServer, withServer } from '../../lib/trial-server.ts';
import { Witness } from '../kill/witness.ts';

/** What the system answers, and to which call on the log's file. */
const errors = [
  { call: 'pwrite64', error: 'EIO' },
  { call: 'fdatasync', error: 'EIO' },
  { call: 'pwrite64', error: 'ENOSPC' },
];
const LINES = 30;

/** Some system calls on the log fail, one after another, in the middle of a run. */
export const ioErrors: Trial = {
  name: 'io-errors',
  about: { en: 'I/O errors as the log is written or synced', zh: '写入或落盘日志时出现 I/O 错误' },
  tries: { long: 12, short: 0 },
  needs: cannotTrace,
  async run({ count, seed, done }) {
    let taken = 0;
    for (let n = 0; n < count; n += 1) {
      const { call, error } = errors[n % errors.length] as (typeof errors)[number];
      const random = randomOf(seed + n);
      const first = random.int(8, 60);
      const inject = `inject=${call}:error=${error}:when=${first}..${first + random.int(0, 2)}`;
      taken += await withServer({}, (server) => fail(server, ['-e', `trace=${call}`, '-e', inject]));
      done();
    }
    return {
      en: `runs taken up again ${taken} times and all whole; nothing was shown that is not in the log`,
      zh: `运行共恢复 ${taken} 次并全部完整；没有显示过日志中不存在的内容`,
    };
  },
};

async function fail(server: TrialServer, inject: readonly string[]): Promise<number> {
  const session = await server.api.newSession();
  await server.api.start(session, 'hello', 'run.finished');
  await server.process.kill();
  const under = traced(...inject, '-P', join(server.data, 'polywire.db-wal'));
  await server.begin({ under, stderr: 'keep' });
  const witnesses = dialects.map((dialect) => new Witness(dialect, session));
  for (const witness of witnesses) await witness.attach(server.url);
  const input = script(...Array.from({ length: LINES }, (_, n) => ({ say: `l${n}`, times: 5, everyMs: 4 })));
  const run = await send(server, session, input);
  const events = await server.api.sessionEvents(
    session,
    (event) => event.type === 'run.finished' && event.runId === run,
  );
  check(events);
  for (const witness of witnesses) await witness.check(server.url, events);
  return events.filter((event) => event.type === 'run.status' && event.reason === 'reloaded').length;
}

/** Like a client: what is refused because nothing could be stored is sent again. */
async function send({ api }: TrialServer, session: string, input: string): Promise<string> {
  for (;;) {
    const body = { input, ref: 'the-one' };
    const answer = await api.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, body);
    if (answer.status < 300) return answer.body.id;
    if (answer.status !== 507 && answer.status !== 503)
      throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function check(events: readonly RunEvent[]): void {
  const illegal = verify(events);
  if (illegal) throw new Error(`the log is not legal: ${JSON.stringify(illegal)}`);
  for (const [i, { seq }] of events.entries()) if (seq !== i + 1) throw new Error(`event ${i + 1} is numbered ${seq}`);
  const end = events.at(-1);
  if (end?.type !== 'run.finished' || end.status !== 'complete') throw new Error(`it ended so: ${JSON.stringify(end)}`);
  const whole = events.filter((event) => event.type === 'message.completed' && !event.interrupted).length;
  if (whole !== LINES + 1) throw new Error(`${whole} messages of ${LINES + 1} are whole`);
}
