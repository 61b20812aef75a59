import { fileURLToPath } from 'node:url';
import { type RunEvent, verify } from '@polywire/protocol';
import { script } from '../../../packages/server/test/support/native.ts';
import type { Trial } from '../../contract.ts';
import { randomOf } from '../../lib/random.ts';
import { type TrialServer, withServer } from '../../lib/trial-server.ts';

const preload = fileURLToPath(new URL('./jumping-date.mjs', import.meta.url));
const HOUR = 3_600_000;
const WORDS = 40;

/** The clock is set forward and back while runs are under way, and the server starts again with another one. */
export const clock: Trial = {
  name: 'clock',
  about: { en: 'clock set back and forth, also between two starts', zh: '时钟前后跳变，包括两次启动之间' },
  tries: { long: 40, short: 2 },
  async run({ count, seed, done }) {
    const random = randomOf(seed);
    const wrong = (offset: number) => ({
      node: ['--import', preload],
      env: { CLOCK_OFFSET_MS: String(offset), CLOCK_JUMP_MS: String(random.int(1, 48) * HOUR) },
    });
    return withServer(wrong(0), async (server) => {
      const session = await server.api.newSession();
      let jumps = 0;
      for (let n = 0; n < count; n += 1) {
        jumps += await jumpDuring(server, session, random.int(1, 4));
        await server.process.kill();
        await server.begin(wrong(random.int(-72, 24) * HOUR));
        await check(server, session, n + 1);
        done();
      }
      return {
        en: `${jumps} jumps of up to 4 days, ${count} starts at other times: no run timed out, no message refused, times never go back`,
        zh: `${jumps} 次最多 4 天的跳变、${count} 次在其他时间启动：无运行超时，无消息被拒，时间从不倒退`,
      };
    });
  },
};

/** Plays a run, and has the clock jump so many times before its end. */
async function jumpDuring(server: TrialServer, session: string, jumps: number): Promise<number> {
  const input = script({ say: 'w', times: WORDS, everyMs: 5 }, { tool: 'look', takesMs: 20 }, { say: 'end' });
  const { status, body } = await server.api.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, { input });
  if (status >= 300) throw new Error(`a message was refused: ${JSON.stringify(body)}`);
  let left = jumps;
  const events = await server.api.runEvents(body.id, (event) => {
    if (event.type === 'text.delta' && left > 0) {
      left -= 1;
      server.process.signal('SIGUSR2');
    }
    return event.type === 'run.finished';
  });
  const end = events.at(-1);
  if (end?.type !== 'run.finished' || end.status !== 'complete') throw new Error(`it ended so: ${JSON.stringify(end)}`);
  return jumps;
}

async function check(server: TrialServer, session: string, runs: number): Promise<void> {
  let ends = 0;
  const events = await server.api.sessionEvents(session, ({ type }) => type === 'run.finished' && ++ends === runs);
  const illegal = verify(events);
  if (illegal) throw new Error(`the log is not legal: ${JSON.stringify(illegal)}`);
  for (const [i, event] of events.entries()) {
    const before = events[i - 1] as RunEvent | undefined;
    if (event.seq !== i + 1) throw new Error(`event ${i + 1} is numbered ${event.seq}`);
    if (before && event.at < before.at)
      throw new Error(`event ${event.seq} is ${before.at - event.at} ms before ${before.seq}`);
  }
}
