import { setTimeout as pause } from 'node:timers/promises';
import { type Dialect, dialects, plainText, type RunEvent } from '@polywire/protocol';
import type { ConversationView } from '../../../packages/client/src/index.ts';
import { connect } from '../../../packages/client/src/node.ts';
import { FaultProxy } from '../../../packages/client/test/support/fault-proxy.ts';
import { isDone, until } from '../../../packages/client/test/support/until.ts';
import { script } from '../../../packages/server/test/support/native.ts';
import type { Trial } from '../../contract.ts';
import { type Random, randomOf } from '../../lib/random.ts';
import { type TrialServer, withServer } from '../../lib/trial-server.ts';

const WORDS = 60;
const input = script({ tool: 'search' }, { say: 'n', times: WORDS, everyMs: 12 }, { say: 'the end' });
const whole = `${Array.from({ length: WORDS }, (_, n) => `n${n + 1} `).join('')}the end`;

type Fault = (proxy: FaultProxy, random: Random) => void;

/** After these a client has to connect again. */
const breaking: Readonly<Record<string, Fault>> = {
  cut: (proxy) => proxy.cut(),
  // What is held back is lost if it goes on, so it is cut in the end.
  stall: (proxy, random) => {
    proxy.faults.stall = true;
    setTimeout(() => proxy.cut(), random.int(0, 800));
  },
  'half-open': (proxy) => proxy.halfOpen(),
};
const slowing: Readonly<Record<string, Fault>> = {
  delay: (proxy, random) => Object.assign(proxy.faults, { delayMs: random.int(1, 30) }),
  slice: (proxy, random) => Object.assign(proxy.faults, { slice: random.int(1, 9) }),
};
/** What a link does, for a moment. */
const faults = new Map(Object.entries({ ...breaking, ...slowing }));
const kinds = [...faults.keys()];

/** Our client, in every dialect, over a link that does all that links do. */
export const links: Trial = {
  name: 'links',
  about: {
    en: 'link cut, delayed, sliced, stalled, half-open, every dialect',
    zh: '链路断开、延迟、切片、停滞、半开，所有方言',
  },
  tries: { long: 120, short: dialects.length * Object.keys(breaking).length },
  run: ({ count, seed, done }) =>
    withServer({ settings: { wireLimits: { messagesPerMinute: 0, connections: 0 } } }, async (server) => {
      let connections = 0;
      let next = 0;
      const [due, broke] = [new Set<string>(), new Set<string>()];
      const lane = async () => {
        for (let n = next++; n < count; n = next++) {
          const dialect = dialects[n % dialects.length] as Dialect;
          // In turn: whatever is drawn later, each dialect meets each of them while it has most to lose.
          const first = kinds[Math.floor(n / dialects.length) % kinds.length] as string;
          const told = await converse(server, dialect, first, randomOf(seed + n));
          connections += told.connections;
          if (first in breaking) due.add(`${dialect.name}: ${first}`);
          for (const kind of told.broke) broke.add(`${dialect.name}: ${kind}`);
          done();
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      const never = [...due].filter((each) => !broke.has(each));
      if (never.length > 0) throw new Error(`these never broke a connection: ${never.join(', ')}`);
      return {
        en: `${connections} connections for ${count} conversations: every text whole, no event twice or out of order`,
        zh: `${count} 个对话共用 ${connections} 个连接：文本完整，事件无重复、无乱序`,
      };
    }),
};

/** How many connections it took, and after which faults another one was needed. */
async function converse(server: TrialServer, dialect: Dialect, first: string, random: Random) {
  const proxy = await FaultProxy.start(server.url);
  const conversation = connect({ url: proxy.url, dialect, idleMs: IDLE_MS, random: () => 0.999 });
  const met: { readonly kind: string; readonly connections: number }[] = [];
  try {
    const seqs: number[] = [];
    void (async () => {
      for await (const { seq } of conversation as AsyncIterable<RunEvent>) seqs.push(seq);
    })();
    await conversation.ready;
    await conversation.send(input);
    for (let n = 0; n < FAULTS && !isDone(conversation.getState()); n += 1) {
      const { seq } = conversation.getState().conversation;
      await until(conversation, (view) => view.conversation.seq > seq + 2 || isDone(view), PATIENCE_MS);
      const kind = met.length === 0 ? first : random.pick(kinds);
      met.push({ kind, connections: proxy.connections });
      faults.get(kind)?.(proxy, random);
      await pause(random.int(0, 60));
      // All may have arrived before the link stood still: then nothing breaks.
      if (proxy.faults.stall) await until(conversation, (view) => isBroken(view) || isDone(view), PATIENCE_MS);
      if (proxy.faults.stall || random() < 0.7) proxy.faults = {};
    }
    proxy.faults = {};
    const { conversation: shown, gap } = await until(conversation, isDone, PATIENCE_MS);
    const text = plainText(shown.turns.last as never)
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (gap) throw new Error(`${dialect.name}: there is a gap: ${JSON.stringify(gap)}`);
    if (text !== whole.replaceAll(/\s+/g, ' ')) throw new Error(`${dialect.name}: the text is ${text}`);
    if (seqs.some((seq, i) => i > 0 && seq <= (seqs[i - 1] as number))) throw new Error(`${dialect.name}: ${seqs}`);
    const { connections } = proxy;
    const broke = met.filter((each, i) => (met[i + 1]?.connections ?? connections) > each.connections);
    return { connections, broke: broke.map(({ kind }) => kind) };
  } finally {
    conversation.close();
    await proxy.close();
  }
}

const isBroken = ({ connection }: ConversationView) => connection !== 'open';

/** Longer than a busy machine takes to answer: only what the link does is to be taken for silence. */
const IDLE_MS = 1_500;
const LANES = 3;
const FAULTS = 6;
const PATIENCE_MS = 30_000;
