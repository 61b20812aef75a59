import { type Dialect, dialects } from '@polywire/protocol';
import { FaultProxy } from '../../../packages/client/test/support/fault-proxy.ts';
import type { Received } from '../../../packages/server/test/support/client.ts';
import type { Scene } from '../../../packages/server/test/support/script-agent.ts';
import type { Trial } from '../../contract.ts';
import { type TrialServer, withServer } from '../../lib/trial-server.ts';
import { BEGINNING, watch } from '../../lib/watch.ts';
import { framesOf, placed, same } from './frames.ts';

const settings = { wireLimits: { messagesPerMinute: 0, connections: 0 } };
const scenes: Scene[] = [
  { think: 'Let me see …' },
  { say: '你好 ', times: 6, everyMs: 2 },
  { tool: 'search', args: { query: '部署' }, output: 'looking' },
  { say: 'Two\nlines and "quotes" 😀', times: 4, everyMs: 2 },
  { tool: 'broken', fails: 'no luck' },
  { say: 'Done. [DONE]' },
];

/** Every byte that a stream may end at: between frames, in a frame's head, in a character, in the handshake. */
export const cutBytes: Trial = {
  name: 'cut-bytes',
  about: { en: 'connection cut after any byte, every dialect', zh: '在任意字节处断开连接，所有方言' },
  tries: { long: 3_000, short: 60 },
  run: ({ count, done }) =>
    withServer({ settings }, async (server) => {
      const session = await played(server);
      const proxy = await FaultProxy.start(server.url);
      let bytes = 0;
      const each = Math.ceil(count / dialects.length);
      for (const dialect of dialects) {
        const { passed } = proxy;
        const whole = await framesOf(await watch(proxy.url, dialect, session, BEGINNING), 'all');
        const size = proxy.passed - passed;
        bytes += size;
        for (let n = 0; n < each; n += 1) {
          const cutAfter = Math.floor((n / each) * size);
          const { broken } = proxy;
          proxy.faults = { cutAfter };
          const before = await watch(proxy.url, dialect, session, BEGINNING).then(
            (client) => framesOf(client, whole.length),
            () => [],
          );
          proxy.faults = {};
          if (proxy.broken !== broken + 1)
            throw new Error(`${dialect.name}: not cut after ${cutAfter} of ${size} bytes`);
          const rest = await watch(proxy.url, dialect, session, before.at(-1)?.cursor ?? BEGINNING);
          const after = await framesOf(rest, whole.length - before.length);
          same(dialect, [...before, ...after], whole);
          done();
        }
      }
      await proxy.close();
      return {
        en: `${dialects.length} dialects, every ${(bytes / count).toFixed(1)} bytes: the whole equals the uncut one`,
        zh: `${dialects.length} 种方言，每 ${(bytes / count).toFixed(1)} 字节一次：续传后的整体与未断开时一致`,
      };
    }),
};

/** A run that is under way, and a client of each dialect that is cut after each event it gets. */
export const cutEvents: Trial = {
  name: 'cut-events',
  about: {
    en: 'connection cut after every event of a live run, every dialect',
    zh: '实时运行中每个事件后断开，所有方言',
  },
  tries: { long: 2_000, short: 100 },
  run: ({ count, done }) =>
    withServer({ settings }, async (server) => {
      let cuts = 0;
      let runs = 0;
      while (cuts < count) {
        const session = await server.api.newSession();
        const run = played(server, session);
        const shown = await Promise.all(dialects.map((dialect) => cutAgainAndAgain(server, dialect, session)));
        await run;
        runs += 1;
        for (const [i, dialect] of dialects.entries()) {
          const whole = await framesOf(await watch(server.url, dialect, session, BEGINNING), 'all');
          same(dialect, shown[i]?.frames ?? [], whole);
          for (let n = 0; n < (shown[i]?.cuts ?? 0); n += 1) done();
          cuts += shown[i]?.cuts ?? 0;
        }
      }
      return {
        en: `${runs} runs, ${cuts} cuts: the whole equals the uncut one`,
        zh: `${runs} 个运行、${cuts} 次断开：续传后的整体与未断开时一致`,
      };
    }),
};

async function cutAgainAndAgain(server: TrialServer, dialect: Dialect, session: string) {
  const frames: Received[] = [];
  let cuts = 0;
  for (;;) {
    const client = await watch(server.url, dialect, session, frames.at(-1)?.cursor ?? BEGINNING);
    await client.until((each) => placed(each).length > 0);
    frames.push(...placed(client));
    const isOver = client.has('run.finished');
    client.cut();
    if (isOver) return { frames, cuts };
    cuts += 1;
  }
}

async function played(server: TrialServer, known?: string): Promise<string> {
  const session = known ?? (await server.api.newSession());
  await server.api.start(session, JSON.stringify(scenes), 'run.finished');
  return session;
}
