import { randomUUID } from 'node:crypto';
import { type Dialect, type Draft, dialects, type Endpoint } from '@polywire/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { serverForEach } from './support/open-server.ts';
import type { Scene } from './support/script-agent.ts';

/** Dialects whose frames tell their session, on connections that serve any of them. */
const mixing = dialects.flatMap((dialect) =>
  conversing(dialect)
    .filter(({ framing, session }) => framing === 'ws' && session === 'message' && dialect.traits.stream === 'session')
    .map((endpoint): [string, Dialect, Endpoint] => [`${dialect.title} ${endpoint.path}`, dialect, endpoint]),
);

const { server } = serverForEach();

const slow: readonly Scene[] = [{ say: 'slow', times: 40, everyMs: 5 }];
const quick: readonly Scene[] = [{ say: 'quick' }];
const endless: readonly Scene[] = [{ say: 'word', times: 1_000_000, everyMs: 5 }];

describe.each(mixing)('several sessions on one connection: %s', (_, dialect, endpoint) => {
  let client: RawClient;
  beforeEach(async () => {
    client = await RawClient.open(server.url, { dialect, endpoint });
  });
  afterEach(() => client.close());

  function ask(session: string, scenes: readonly Scene[], ref: string = randomUUID()): Promise<void> {
    return client.send({ type: 'message.send', session, text: JSON.stringify(scenes), ref });
  }

  /** What a front end that shows this session alone makes of the frames. */
  function heard(session: string): Draft[] {
    const decoder = dialect.client.decoder({ id: session, variant: '', utcOffsetMin: 0, locale: 'en', baseUrl: '' });
    const frames = client.frames.filter((frame) => dialect.client.sessionOf?.(frame) === session);
    return frames.flatMap((frame) => [...decoder.push(frame).values]);
  }

  function textOf(session: string): string {
    return heard(session)
      .map((draft) => (draft.type === 'text.delta' ? draft.delta : ''))
      .join('');
  }

  const isOver = (session: string) => heard(session).some(({ type }) => type === 'run.finished');

  it('are each shown to the end', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await ask(first, slow);
    await client.until(() => textOf(first) !== '');
    await ask(second, quick);
    await client.until(() => isOver(first) && isOver(second));
    expect(textOf(first)).toBe(Array.from({ length: 40 }, (_each, i) => `slow${i + 1} `).join(''));
    expect(textOf(second)).toBe('quick');
    expect(heard(first).filter(({ type }) => type === 'run.finished')).toHaveLength(1);
  });

  it('take the next message each where they are, and show nothing twice', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await ask(first, slow);
    await ask(second, slow);
    await ask(first, quick);
    await ask(second, quick);
    const ends = (session: string) => heard(session).filter(({ type }) => type === 'run.finished').length;
    await client.until(() => ends(first) === 2 && ends(second) === 2);
    for (const session of [first, second]) expect(textOf(session).match(/slow1 /g)).toHaveLength(1);
  });

  it('are stopped by the name of their run alone', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await ask(first, endless, 'run-in-first');
    await client.until(() => textOf(first) !== '');
    await ask(second, endless, 'run-in-second');
    await client.until(() => textOf(second) !== '');
    for (const frame of dialect.client.encode({ type: 'run.stop', runId: 'run-in-first' })) {
      if ('data' in frame) client.sendText(frame.data);
    }
    await client.until(() => isOver(first));
    expect(isOver(second)).toBe(false);
    expect(heard(first).at(-1)).toMatchObject({ type: 'run.finished', status: 'stopped' });
  });

  it('are let go of also where a message was sent twice', async () => {
    for (let i = 0; i < 12; i += 1) {
      const session = randomUUID();
      await ask(session, quick, `twice ${session}`);
      await client.until(() => isOver(session));
      await ask(session, quick, `twice ${session}`);
    }
    const last = randomUUID();
    await ask(last, quick);
    await client.until(() => isOver(last));
    expect(client.frames.some(({ data }) => data.includes('Too many sessions'))).toBe(false);
  });

  it('are no more than a connection can bear', async () => {
    const sessions = Array.from({ length: 10 }, () => randomUUID());
    for (const session of sessions) await ask(session, endless, `run ${session}`);
    await client.until(() => client.frames.some(({ data }) => data.includes('Too many sessions')));
    await client.until(() => sessions.slice(0, 9).every((session) => textOf(session) !== ''));
    expect(textOf(sessions[9] as string)).toBe('');
  });
});
