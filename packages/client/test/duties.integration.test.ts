import type { IndependentServer, Step } from '@polywire/conformance/independent-server';
import { start as startLoom } from '@polywire/conformance/servers/loom';
import { start as startLumine } from '@polywire/conformance/servers/lumine';
import { start as startNexus } from '@polywire/conformance/servers/nexus';
import { start as startOneDragon } from '@polywire/conformance/servers/onedragon';
import { plainText } from '@polywire/protocol';
import { dialects } from '@polywire/protocol/dialects';
import { loom } from '@polywire/protocol/dialects/loom';
import { lumine } from '@polywire/protocol/dialects/lumine';
import { magentic } from '@polywire/protocol/dialects/magentic';
import { nexus } from '@polywire/protocol/dialects/nexus';
import { onedragon } from '@polywire/protocol/dialects/onedragon';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Conversation, ConversationView } from '../src/index.ts';
import { connect } from '../src/node.ts';
import { OurServer } from './support/server.ts';
import { isDone, until } from './support/until.ts';

const story = (...steps: Step[]) => JSON.stringify(steps);
let server: IndependentServer | undefined;
let conversation: Conversation;
let ours: OurServer;
beforeAll(async () => {
  ours = await OurServer.start();
});
afterAll(() => ours.remove());
afterEach(async () => {
  conversation.close();
  await server?.close();
  server = undefined;
});

const typesOf = () => (server?.received ?? []).map((each) => (each as { type?: string }).type);

describe('what each front end does', () => {
  it('NEXUS: pings, expects no answer, and keeps its session in storage', async () => {
    server = await startNexus();
    const kept = new Map<string, string>();
    const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) };
    const quick = { ...nexus, traits: { ...nexus.traits, keepAlive: { everyMs: 40, answered: false } } };
    conversation = connect({ url: server.url, dialect: quick, storage, idleMs: 120 });
    await until(conversation, () => typesOf().filter((type) => type === 'ping').length >= 5);
    expect(conversation.getState()).toMatchObject({ connection: 'open', error: undefined });
    const { session } = conversation.getState();
    conversation.close();
    conversation = connect({ url: server.url, dialect: nexus, storage });
    await conversation.ready;
    expect(conversation.getState().session).toBe(session);
    expect([...kept.values()]).toEqual([session]);
  });

  it('Lumine: one socket for each message, closed when it is answered', async () => {
    server = await startLumine();
    conversation = connect({ url: server.url, dialect: lumine });
    await conversation.ready;
    expect(server.sockets).toBe(0);
    await conversation.send('one');
    await until(conversation, (view) => isDone(view) && server?.sockets === 0);
    await conversation.send('two');
    await until(conversation, (view) => view.conversation.turns.length === 2 && isDone(view) && server?.sockets === 0);
    expect(server.received).toMatchObject([{ content: 'one' }, { content: 'two' }]);
    expect((server.received[1] as { session_id: string }).session_id).toBe(conversation.getState().session);
  });

  it('Lumine: to stop is to hang up', async () => {
    server = await startLumine();
    conversation = connect({ url: server.url, dialect: lumine });
    await conversation.send(story({ say: 'on and on' }, { hang: true }));
    await conversation.stop();
    const { conversation: shown } = await until(conversation, (view) => isDone(view) && server?.sockets === 0);
    expect(shown.turns.last?.status).toBe('stopped');
    expect(typesOf()).not.toContain('stop');
  });

  it.each(['connection', 'run'] as const)('Loom: the session may be that of the %s', async (naming) => {
    server = await startLoom({ naming });
    conversation = connect({ url: server.url, dialect: loom });
    const talk = async (...texts: string[]) => {
      for (const [i, text] of texts.entries()) {
        await conversation.send(text);
        const view = await until(conversation, (it) => it.conversation.turns.length === i + 1 && isDone(it));
        expect(plainText(view.conversation.turns.last as never)).toBe(text);
      }
    };
    await talk('one', 'two');
    const { session = '' } = conversation.getState();
    conversation.close();
    conversation = connect({ url: server.url, dialect: loom, session });
    await talk('three');
    const threads = server.received.map((each) => (each as { thread_id?: string }).thread_id);
    expect(new Set(threads.filter((thread) => thread !== undefined)).size).toBe(1);
  });

  it('OneDragon: fetches a chart after its result, and keeps the order', async () => {
    server = await startOneDragon();
    conversation = connect({ url: server.url, dialect: onedragon });
    await conversation.send(story({ say: 'before' }, { chart: 7 }, { say: 'after' }));
    const { conversation: shown } = await until(conversation, isDone);
    const parts = [...(shown.turns.last?.parts ?? [])];
    const chart = parts.find(({ kind }) => kind === 'chart');
    expect(chart).toMatchObject({ analysisId: 7, options: [{ title: { text: 'Analysis 7' } }] });
    expect(parts.map(({ kind }) => kind).filter((kind) => kind !== 'tool')).toEqual(['text', 'chart', 'text']);
    expect(server.received).toContainEqual(expect.objectContaining({ analyse_id: 7 }));
  });

  it('OneDragon: merges a result into its call', async () => {
    server = await startOneDragon();
    conversation = connect({ url: server.url, dialect: onedragon });
    await conversation.send(story({ tool: 'stocks', args: { name: '东财' }, result: '300059.SZ' }));
    const { conversation: shown } = await until(conversation, isDone);
    const tools = [...(shown.turns.last?.parts ?? [])].filter(({ kind }) => kind === 'tool');
    expect(tools).toMatchObject([{ name: 'stocks', args: { name: '东财' }, result: '300059.SZ', status: 'ok' }]);
  });

  it('Loom: passes over what it heard already, and tells of what it missed', async () => {
    server = await startLoom();
    conversation = connect({ url: server.url, dialect: loom });
    const again = { event_id: 3, type: 'message_chunk', content: 'again', id: 'think' };
    const ahead = { event_id: 90, type: 'message_chunk', content: ' ahead', id: 'think' };
    await conversation.send(story({ say: ['once'] }, { raw: again }, { raw: ahead }, { hang: true }));
    const view = await until(conversation, ({ gap }) => gap !== undefined);
    expect(view.gap).toMatchObject({ reason: 'skipped' });
    expect(plainText(view.conversation.turns.last as never)).toBe('once ahead');
  });
});

describe('what a dialect cannot say', () => {
  it('is refused with a reason', async () => {
    server = await startNexus();
    conversation = connect({ url: server.url, dialect: nexus });
    await expect(conversation.pause()).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    await expect(conversation.stop()).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    await expect(conversation.rewind(1)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });

  it('is refused with its reason in both languages', async () => {
    conversation = connect({ url: ours.url, dialect: magentic });
    await expect(conversation.editPlan('any', [{ title: 'Look' }])).rejects.toThrow(
      /plan\.edit: an edited plan [^/]+\. \/ .+ plan\.edit：编辑后的计划.+。$/,
    );
  });

  it('is not said as a plain yes: an answer that changes what was asked about', async () => {
    conversation = connect({ url: ours.url, dialect: nexus });
    await conversation.send(JSON.stringify([{ tool: 'delete_file', args: { path: 'a' }, approve: true }]));
    const asked = await until(
      conversation,
      ({ question, status }) => question !== undefined && status === 'awaiting_input',
    );
    const inputId = asked.question?.inputId as string;
    const changed = conversation.answer(inputId, { outcome: 'approve', args: { path: 'b' } });
    await expect(changed).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    const replanned = conversation.answer(inputId, { outcome: 'approve', steps: [{ title: 'Look' }] });
    await expect(replanned).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    await conversation.answer(inputId, { outcome: 'reject' });
    const { conversation: shown } = await until(conversation, isDone);
    const [card] = [...shown.turns].flatMap(({ parts }) => [...parts]).filter(({ kind }) => kind === 'tool');
    expect(card).toMatchObject({ name: 'delete_file', status: 'denied' });
  });

  it('or done here, and marked so', async () => {
    server = await startLumine();
    conversation = connect({ url: server.url, dialect: lumine });
    await conversation.send(story({ todos: ['Test', 'Ship'], title: 'Work' }));
    await until(conversation, isDone);
    await conversation.toggleTodo('list-1', 'item-1', 'completed');
    const { localOnly, conversation: shown } = conversation.getState();
    expect(localOnly).toEqual([{ type: 'todo.set', listId: 'list-1', itemId: 'item-1', status: 'completed' }]);
    const [list] = [...(shown.turns.last?.parts ?? [])].filter(({ kind }) => kind === 'todo');
    expect(list).toMatchObject({ items: [{ text: 'Test', status: 'completed' }, { text: 'Ship' }], by: 'local' });
    expect(server.received).toHaveLength(1);
  });
});

describe('a session that is not there', () => {
  it.each(dialects.map((dialect) => ({ name: dialect.name, dialect })))(
    '$name: from its beginning on, it does not keep the first message from being sent',
    async ({ dialect }) => {
      const session = dialect.traits.sessionIds === 'integer' ? '815' : `nobody-${dialect.name}`;
      conversation = connect({ url: ours.url, dialect, session, after: '0', random: () => 0.999 });
      const sent = conversation.send('hello');
      // Where a server makes its own sessions, this one can never be.
      if (dialect.traits.unknownSession === 'refuse') await expect(sent).rejects.toMatchObject({ code: 'REFUSED' });
      else {
        await sent;
        const { conversation: shown } = await until(conversation, isDone);
        expect(plainText(shown.turns.last as never).trim()).toBe('hello');
      }
    },
  );

  const byAddress = dialects.filter(({ endpoints }) =>
    endpoints.some(({ does, framing, session }) => does === 'converse' && framing === 'ws' && session === 'path'),
  );
  it.each(byAddress.map((dialect) => ({ name: dialect.name, dialect })))(
    '$name: a place that it does not have is refused once, and not asked for again',
    async ({ dialect }) => {
      const session = dialect.traits.sessionIds === 'integer' ? '816' : `ahead-${dialect.name}`;
      conversation = connect({ url: ours.url, dialect, session, after: '999', random: () => 0.999 });
      const { error } = await until(conversation, ({ connection }) => connection === 'refused');
      expect(error).toMatchObject({ code: 'REFUSED', message: expect.stringMatching(/\S/) });
    },
  );
});

describe('a session that has a past', () => {
  it.each(dialects.map((dialect) => ({ name: dialect.name, dialect })))(
    '$name: all of it comes from its beginning on, and then what is said next',
    async ({ dialect }) => {
      const first = connect({ url: ours.url, dialect });
      const said =
        (...texts: string[]) =>
        ({ conversation: { turns } }: ConversationView) =>
          [...turns].map((turn) => plainText(turn).trim()).join() === texts.join();
      const texts = ['one', 'two', 'three'];
      for (const [i, text] of texts.entries()) {
        await first.send(text);
        await until(first, (view) => said(...texts.slice(0, i + 1))(view) && isDone(view));
      }
      const { session } = first.getState();
      first.close();
      conversation = connect({ url: ours.url, dialect, session: session as string, after: '0' });
      await until(conversation, (view) => said(...texts)(view) && isDone(view));
      await conversation.send('four');
      const { gap } = await until(conversation, (view) => said('one', 'two', 'three', 'four')(view) && isDone(view));
      expect(gap).toBeUndefined();
    },
  );
});

it('gives up what its caller gives up', async () => {
  server = await startNexus();
  conversation = connect({ url: server.url, dialect: nexus });
  const abort = new AbortController();
  const sent = conversation.send(story({ hangUp: true }), { signal: abort.signal });
  abort.abort();
  await expect(sent).rejects.toMatchObject({ code: 'ABORTED' });
  const all = new AbortController();
  const other = connect({ url: server.url, dialect: nexus, signal: all.signal });
  await other.ready;
  all.abort();
  expect(other.getState().connection).toBe('closed');
  await expect(other.send('late')).rejects.toMatchObject({ code: 'CLOSED' });
});
