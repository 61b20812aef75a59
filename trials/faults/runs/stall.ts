import { setTimeout as pause } from 'node:timers/promises';
import { dialects, verify } from '@polywire/protocol';
import { script } from '../../../packages/server/test/support/native.ts';
import type { Trial } from '../../contract.ts';
import { randomOf } from '../../lib/random.ts';
import { type TrialServer, withServer } from '../../lib/trial-server.ts';
import { Witness } from '../kill/witness.ts';

/**
 * Shorter than most stalls: whoever is not heard of for so long is cut, but not for a silence of the server itself.
 * Long enough for the clients, which on a busy machine stand still for a while themselves.
 */
const settings = { wireLimits: { messagesPerMinute: 0, connections: 0, heartbeatMs: 1_200 } };
/** Beside each other, each with a server of its own. */
const LANES = 2;

/** The process stands still, as a machine does that is suspended or starved, and goes on. */
export const stall: Trial = {
  name: 'stall',
  about: { en: 'process stands still and goes on', zh: '进程停顿后继续' },
  tries: { long: 60, short: 2 },
  async run({ count, seed, done }) {
    const random = randomOf(seed);
    let [left, stalledMs] = [count, 0];
    const lane = () =>
      withServer({ settings }, async (server) => {
        while (left > 0) {
          left -= 1;
          const stalls = Array.from({ length: 2 }, () => random.int(200, 2_800));
          await through(server, stalls);
          stalledMs += stalls.reduce((sum, ms) => sum + ms, 0);
          done();
        }
      });
    await Promise.all(Array.from({ length: Math.min(LANES, count) }, lane));
    return {
      en: `${count * 2} stalls, ${Math.round(stalledMs / 1_000)} s in all: no run failed, no client was cut, nothing missing`,
      zh: `${count * 2} 次停顿，共 ${Math.round(stalledMs / 1_000)} 秒：无运行失败，无客户端被断开，内容完整`,
    };
  },
};

async function through(server: TrialServer, stalls: readonly number[]): Promise<void> {
  const session = await server.api.newSession();
  const witnesses = dialects.map((dialect) => new Witness(dialect, session));
  for (const witness of witnesses) await witness.attach(server.url);
  const input = script(...Array.from({ length: 10 }, (_, n) => ({ say: `s${n}`, times: 5, everyMs: 8 })));
  const run = await server.api.start(session, input, 'text.delta');
  for (const ms of stalls) {
    server.process.signal('SIGSTOP');
    await pause(ms);
    server.process.signal('SIGCONT');
    await pause(40);
  }
  const events = await server.api.sessionEvents(
    session,
    (event) => event.type === 'run.finished' && event.runId === run,
  );
  const end = events.at(-1);
  if (end?.type !== 'run.finished' || end.status !== 'complete') throw new Error(`it ended so: ${JSON.stringify(end)}`);
  const illegal = verify(events);
  if (illegal) throw new Error(`the log is not legal: ${JSON.stringify(illegal)}`);
  // They were never attached again: a connection that was cut meanwhile would miss something.
  for (const witness of witnesses) await witness.check(server.url, events);
}
