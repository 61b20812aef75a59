import type { IndependentServer, Step } from '@polywire/conformance/independent-server';
import { plainText } from '@polywire/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Conversation } from '../src/index.ts';
import { connect } from '../src/node.ts';
import { foreign } from './support/foreign.ts';
import { isDone, until } from './support/until.ts';

const story = (...steps: Step[]) => JSON.stringify(steps);
let server: IndependentServer;
let conversation: Conversation;
afterEach(async () => {
  conversation.close();
  await server.close();
});

describe.each(foreign)('a $name server of somebody else', ({ dialect, start }) => {
  beforeEach(async () => {
    server = await start();
  });

  it('is understood', async () => {
    conversation = connect({ url: server.url, dialect });
    await conversation.send(story({ tool: 'search', args: { q: 'x' }, result: 'three hits' }, { say: 'It is noon.' }));
    const { conversation: shown, gap, error, session } = await until(conversation, isDone);
    const turn = shown.turns.last;
    expect(plainText(turn as never).trim()).toBe('It is noon.');
    const [card] = [...(turn?.parts ?? [])].filter(({ kind }) => kind === 'tool');
    expect(card).toMatchObject({ name: 'search', args: { q: 'x' }, status: 'ok' });
    expect({ status: turn?.status, gap, error }).toEqual({ status: 'complete' });
    await conversation.send('and again');
    const { conversation: both } = await until(
      conversation,
      (view) => isDone(view) && view.conversation.turns.length === 2,
    );
    expect(plainText(both.turns.last as never).trim()).toBe('and again');
    expect(conversation.getState().session).toBe(session);
  });

  it('that fails is told so', async () => {
    conversation = connect({ url: server.url, dialect });
    await conversation.send(story({ say: 'Let me see' }, { fail: 'out of order' }));
    const { conversation: shown } = await until(conversation, isDone);
    expect(shown.turns.last?.status).toBe('error');
    const { parts = [], reason } = shown.turns.last ?? {};
    expect(JSON.stringify([...parts, reason])).toContain('out of order');
  });

  it('that hangs up in the middle leaves no run open, and a gap where nobody knows', async () => {
    conversation = connect({ url: server.url, dialect, idleMs: 700 });
    await conversation.send(story({ tool: 'search' }, { say: 'Let me' }, { hangUp: true }));
    const { conversation: shown, gap } = await until(conversation, isDone);
    const { status } = shown.turns.last ?? {};
    // In the field a close is the end of an answer for some.
    if (status === 'complete') expect(gap).toBeUndefined();
    else expect({ status, reason: gap?.reason }).toEqual({ status: 'error', reason: 'lost' });
    await conversation.send('still there?');
    const { conversation: next } = await until(
      conversation,
      (view) => isDone(view) && view.conversation.turns.length === 2,
    );
    expect(plainText(next.turns.last as never).trim()).toBe('still there?');
  });

  it('that falls silent is noticed', async () => {
    conversation = connect({ url: server.url, dialect, idleMs: 500 });
    await conversation.send(story({ say: 'One moment' }, { hang: true }));
    const { conversation: shown, error } = await until(conversation, isDone);
    expect(shown.turns.last?.status).toBe('error');
    expect(error).toMatchObject({ code: 'TIMEOUT' });
  });

  it('gets no more of ours than it can understand', async () => {
    conversation = connect({ url: server.url, dialect });
    await conversation.send('hello');
    await until(conversation, isDone);
    const sent = JSON.stringify(server.received);
    expect(sent).toContain('hello');
    expect(sent).not.toContain('attach');
    expect(sent).not.toContain('polywire');
  });
});

const turnByTurn = foreign.filter(({ dialect }) => dialect.traits.stream === 'turn');
describe.each(turnByTurn)('a $name server of somebody else, turn by turn', ({ dialect, start }) => {
  beforeEach(async () => {
    server = await start();
  });

  it('gets a message when the turn before it is over, as its own front end would send it', async () => {
    conversation = connect({ url: server.url, dialect, idleMs: 500 });
    const first = conversation.send(story({ say: 'One moment' }, { hang: true }));
    const second = conversation.send('and this');
    await first;
    await until(conversation, ({ status }) => status === 'active');
    expect(JSON.stringify(server.received)).not.toContain('and this');
    await second;
    const { conversation: shown } = await until(
      conversation,
      (view) => isDone(view) && view.conversation.turns.length === 2,
    );
    expect([...shown.turns].map(({ status }) => status)).toEqual(['error', 'complete']);
    expect(plainText(shown.turns.last as never).trim()).toBe('and this');
  });

  it('is told the session with every message of it', async () => {
    conversation = connect({ url: server.url, dialect });
    await conversation.send('hello');
    await until(conversation, isDone);
    await conversation.send('again');
    const { session } = await until(conversation, (view) => isDone(view) && view.conversation.turns.length === 2);
    expect(JSON.stringify(server.received.at(-1))).toContain(`"session_id":"${session}"`);
  });
});
