import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { dialects, verify } from '@polywire/protocol';
import { script } from '../../../packages/server/test/support/native.ts';
import type { Trial } from '../../contract.ts';
import { randomOf } from '../../lib/random.ts';
import { type TrialServer, withServer } from '../../lib/trial-server.ts';
import { Witness } from '../kill/witness.ts';

/** Shorter than most stalls: whoever is not heard of for so long is cut, but not for a silence of the server itself. */
const HEARTBEAT_MS = 1_200;
const settings = { wireLimits: { messagesPerMinute: 0, connections: 0, heartbeatMs: HEARTBEAT_MS } };
/** Clients that stood still for so long themselves, as on a busy machine, may be cut with reason. */
const CLIENTS_MS = HEARTBEAT_MS / 2;
/** So often such a try is made again. */
const MAX_REPEATS = 10;
/** Beside each other, each with a server of its own. */
const LANES = 2;

/** What the witnesses see meanwhile. */
const words = script(...Array.from({ length: 10 }, (_, n) => ({ say: `s${n}`, times: 5, everyMs: 8 })));

/** How a process comes to stand still for a while. */
interface Cause {
  readonly name: string;
  stand(server: TrialServer, ms: number): Promise<void>;
}

const causes: readonly Cause[] = [
  {
    // As a machine that is suspended or starved.
    name: 'stopped',
    async stand(server, ms) {
      server.process.signal('SIGSTOP');
      await pause(ms);
      server.process.signal('SIGCONT');
    },
  },
  {
    // Its event loop alone: the system goes on to take what comes.
    name: 'spinning',
    async stand({ api }, ms) {
      await api.start(await api.newSession(), script({ spin: ms }), 'run.finished');
    },
  },
];

/** The process stands still and goes on. */
export const stall: Trial = {
  name: 'stall',
  about: { en: 'process stands still and goes on', zh: '进程停顿后继续' },
  tries: { long: 60, short: 2 },
  async run({ count, seed, done }) {
    const random = randomOf(seed);
    const due = Array.from({ length: count }, (_, n) => causes[n % causes.length] as Cause);
    let [stalledMs, repeats] = [0, 0];
    const lane = () =>
      withServer({ settings }, async (server) => {
        for (let cause = due.pop(); cause; cause = due.pop()) {
          const stalls = Array.from({ length: 2 }, () => random.int(200, 2_800));
          const tried = cause;
          const excuse = await judged(() => through(server, tried, stalls));
          if (excuse) {
            repeats += 1;
            if (repeats > MAX_REPEATS) throw excuse;
            due.push(tried);
            continue;
          }
          stalledMs += stalls.reduce((sum, ms) => sum + ms, 0);
          done();
        }
      });
    await Promise.all(Array.from({ length: Math.min(LANES, count) }, lane));
    return {
      en: `${count * 2} stalls (stopped, or the event loop spinning), ${Math.round(stalledMs / 1_000)} s in all: no run failed, no client was cut, nothing missing`,
      zh: `${count * 2} 次停顿（进程暂停或事件循环空转），共 ${Math.round(stalledMs / 1_000)} 秒：无运行失败，无客户端被断开，内容完整`,
    };
  },
};

/** Throws what the server is to blame for; returns a failure that the clients may have caused by their own delay. */
async function judged(work: () => Promise<void>): Promise<Error | undefined> {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  try {
    await work();
    return undefined;
  } catch (cause) {
    const ms = Math.round(delay.max / 1e6);
    if (ms < CLIENTS_MS) throw cause;
    return new Error(`the clients themselves stood still for ${ms} ms: ${(cause as Error).message}`, { cause });
  } finally {
    delay.disable();
  }
}

async function through(server: TrialServer, { name, stand }: Cause, stalls: readonly number[]): Promise<void> {
  const session = await server.api.newSession();
  const witnesses = dialects.map((dialect) => new Witness(dialect, session));
  for (const witness of witnesses) await witness.attach(server.url);
  const run = await server.api.start(session, words, 'text.delta');
  for (const ms of stalls) {
    await stand(server, ms);
    await pause(40);
  }
  const events = await server.api.sessionEvents(
    session,
    (event) => event.type === 'run.finished' && event.runId === run,
  );
  const end = events.at(-1);
  if (end?.type !== 'run.finished' || end.status !== 'complete')
    throw new Error(`${name}: it ended so: ${JSON.stringify(end)}`);
  const illegal = verify(events);
  if (illegal) throw new Error(`the log is not legal: ${JSON.stringify(illegal)}`);
  // They were never attached again: a connection that was cut meanwhile would miss something.
  for (const witness of witnesses) await witness.check(server.url, events);
}
