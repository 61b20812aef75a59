import { plainText, type RunEvent } from '@polywire/protocol';
import { dialects } from '@polywire/protocol/dialects';
import { native } from '@polywire/protocol/dialects/native';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Conversation, ConversationView } from '../src/index.ts';
import { connect } from '../src/node.ts';
import { FaultProxy } from './support/fault-proxy.ts';
import { OurServer } from './support/server.ts';
import { isDone, until } from './support/until.ts';

let server: OurServer;
let proxy: FaultProxy;
let conversation: Conversation;
beforeAll(async () => {
  server = await OurServer.start();
});
afterAll(() => server.remove());
beforeEach(async () => {
  proxy = await FaultProxy.start(server.url);
});
afterEach(async () => {
  conversation.close();
  await proxy.close();
});

const script = (...scenes: object[]) => JSON.stringify(scenes);
const numbers = Array.from({ length: 60 }, (_, i) => `n${i + 1} `).join('');
const counting = script({ tool: 'search' }, { say: 'n', times: 60, everyMs: 10 }, { say: 'the end' });
/** Soon back, so that tests need not wait. */
const eager = { random: () => 0.999 };

async function finished(): Promise<string> {
  const { conversation: shown, gap } = await until(conversation, isDone);
  expect(gap).toBeUndefined();
  expect(shown.turns.length).toBe(1);
  return plainText(shown.turns.last as never)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
const whole = `${numbers}the end`.replaceAll(/\s+/g, ' ').trim();

describe.each(dialects.map((dialect) => ({ name: dialect.name, dialect })))('$name', ({ dialect }) => {
  it('loses nothing when its connection is cut again and again', async () => {
    conversation = connect({ url: proxy.url, dialect, ...eager });
    const seen: RunEvent[] = [];
    void (async () => {
      for await (const event of conversation) seen.push(event);
    })();
    await conversation.ready;
    await conversation.send(counting);
    for (let cuts = 0; cuts < 4; cuts += 1) {
      const { seq } = conversation.getState().conversation;
      await until(conversation, (view) => view.conversation.seq > seq + 3 || isDone(view));
      proxy.cut();
    }
    expect(await finished()).toBe(whole);
    const seqs = seen.map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    expect(proxy.connections).toBeGreaterThan(1);
  });

  it('understands what comes late and in pieces', async () => {
    proxy.faults = { delayMs: 3, slice: 7 };
    conversation = connect({ url: proxy.url, dialect, ...eager });
    await conversation.send(script({ say: '一二三四五', times: 5 }, { say: '完' }));
    expect(await finished()).toContain('一二三四五5');
  });
});

/** Where a connection shows what everybody does, and whose message it is. */
const shared = dialects.filter(
  ({ traits }) => traits.stream === 'session' && !traits.carries['run.started'].loses?.includes('ref'),
);

it.each(shared)('$name takes no message for sent because somebody else speaks', async (dialect) => {
  const other = connect({ url: server.url, dialect });
  await other.ready;
  await other.send('hello');
  const { session = '' } = await until(other, isDone);
  conversation = connect({ url: proxy.url, dialect, session, after: '0', ...eager });
  await until(conversation, isDone);
  const spoken = ({ conversation: { turns } }: ConversationView) => [...turns].map(({ user }) => user?.text);
  proxy.faults = { isDeaf: true };
  const sent = conversation.send('mine');
  await other.send('theirs');
  await until(conversation, (view) => spoken(view).includes('theirs') && view.status === 'complete');
  expect(conversation.getState().sending).toMatchObject([{ text: 'mine' }]);
  proxy.faults = {};
  proxy.cut();
  await sent;
  await until(conversation, (view) => spoken(view).includes('mine'));
  other.close();
});

describe('a server that is there and says nothing', () => {
  it.each([
    ['stalled', () => Object.assign(proxy.faults, { stall: true })],
    ['half-open', () => proxy.halfOpen()],
  ])('is noticed when it is %s', async (_, fail) => {
    conversation = connect({ url: proxy.url, dialect: native, idleMs: 400, ...eager });
    await conversation.send(counting);
    await until(conversation, (view) => view.conversation.seq > 10);
    fail();
    const { error } = await until(conversation, ({ connection }) => connection === 'reconnecting');
    expect(error).toMatchObject({ code: 'TIMEOUT' });
    proxy.faults = {};
    expect(await finished()).toBe(whole);
  });
});

it('sends a message again that was cut on its way, and it is run once', async () => {
  conversation = connect({ url: proxy.url, dialect: native, ...eager });
  await conversation.ready;
  proxy.faults = { stall: true };
  const sent = conversation.send('only once');
  proxy.cut();
  proxy.faults = {};
  await sent;
  expect(await finished()).toBe('only once');
});

it('keeps trying while the server is away, and is there when it returns', async () => {
  proxy.faults = { cutAfter: 0 };
  conversation = connect({ url: proxy.url, dialect: native, ...eager });
  const sent = conversation.send('patience');
  await until(conversation, () => proxy.connections > 2);
  proxy.faults = {};
  await sent;
  expect(await finished()).toBe('patience');
});
