import { setTimeout as pause } from 'node:timers/promises';
import { type Dialect, dialects, type Endpoint, type RunEvent } from '@polywire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../src/index.ts';
import { conversing, RawClient } from './support/client.ts';
import { isEnd, nativeApi } from './support/native.ts';
import { outages } from './support/outages.ts';
import { scriptAgent } from './support/script-agent.ts';
import { type TestServer, testServer } from './support/server.ts';
import { newestSession, pathSession, statuses } from './support/watching.ts';

/** The message, and what is said to it over and over: one of both is seen on every wire. */
const TALK = 'talk, talk';

describe.each(outages)('a run that cannot be written, for $name', ({ config, code, says, prepare }) => {
  const words = ['stands still', says.en, says.zh];
  let server: TestServer;
  let watched: string;
  let watching: readonly RawClient[];
  let begun: readonly { readonly name: string; readonly session: string }[];

  beforeAll(async () => {
    let isOver = false;
    server = await testServer(config, { agents: [talkingUntil(() => isOver)], report: () => undefined });
    const { newSession, sessionEvents, start } = nativeApi(server.url);
    const session = await newSession();
    watched = await start(session, TALK, 'text.delta');
    watching = await Promise.all(dialects.map((dialect) => attach(server.url, dialect, session)));
    const talks: { readonly name: string; readonly client: RawClient; readonly session: string }[] = [];
    for (const { name, dialect, endpoint } of wires) {
      const client = await RawClient.open(server.url, { dialect, endpoint, ...pathSession(endpoint) });
      await client.send({ type: 'message.send', text: TALK });
      await client.until(({ frames }) => frames.some(({ data }) => data.includes(TALK)));
      talks.push({ name, client, session: await newestSession(server.url) });
    }
    begun = talks;
    const outage = await prepare(server);
    await outage.begin();
    const everybody = [...watching, ...talks.map(({ client }) => client)];
    await Promise.all(everybody.map((client) => client.until((c) => told(c) > 0)));
    await outage.end();
    for (const { client } of talks) client.cut();
    const isTakenUpOrOver = (event: RunEvent) => isTakenUp(event) || isEnd(event);
    // Each run that goes on does so for a while, so that a stop would still find it.
    await Promise.all(begun.map((each) => sessionEvents(each.session, isTakenUpOrOver, '?after=0')));
    isOver = true;
  }, 60_000);
  afterAll(() => server.close());

  it('is told of to everybody who watches it, once, and goes on when it can', async () => {
    const { runEvents } = nativeApi(server.url);
    const events = await runEvents(watched);
    expect(events.find(isEnd)).toMatchObject({ status: 'complete' });
    // With the last of the room it may go on for a moment, and stand still again.
    const halts = events.filter(isTakenUp).length;
    expect(halts).toBeGreaterThan(0);
    for (const [i, client] of watching.entries()) {
      await client.until((c) => c.has('run.finished'));
      const due = halts * dueOnce(dialects[i] as Dialect);
      expect([dialects[i]?.name, told(client)]).toEqual([dialects[i]?.name, due]);
      await client.close();
    }
  });

  it('is not stopped by those who began it and take that for its end', async () => {
    for (const { name, session } of begun) {
      const ended = async () => ({ name, statuses: await statuses(server.url, session) });
      await expect.poll(ended, { timeout: 10_000 }).toEqual({ name, statuses: ['complete'] });
    }
  });

  function told({ frames }: Pick<RawClient, 'frames'>): number {
    return frames.filter(({ data }) => words.every((each) => data.includes(each))).length;
  }

  /** Some dialects need two frames to say it. */
  function dueOnce({ server }: Dialect): number {
    const error = { code, message: words.join(' ') };
    return told({ frames: [...server.answer({ type: 'attach' }, { ok: false, error })] });
  }
});

const wires = dialects.flatMap((dialect) =>
  conversing(dialect).map((endpoint) => ({ name: `${dialect.name} ${endpoint.path}`, dialect, endpoint })),
);

function isTakenUp(event: RunEvent): boolean {
  return event.type === 'run.status' && event.reason === 'reloaded';
}

/** However long it takes until all are told, it has not said everything before. */
function talkingUntil(isOver: () => boolean): Agent {
  return {
    name: 'talking',
    async run(context) {
      if (context.input !== TALK) return scriptAgent.run(context);
      const { emit, newId, signal, step } = context;
      await step('talk', async () => {
        const messageId = newId('m');
        emit({ type: 'message.started', messageId, role: 'assistant' });
        do {
          emit({ type: 'text.delta', messageId, delta: TALK });
          await pause(20, undefined, { signal });
        } while (!isOver());
        emit({ type: 'message.completed', messageId });
        return true;
      });
      return undefined;
    },
  };
}

async function attach(url: string, dialect: Dialect, session: string): Promise<RawClient> {
  const endpoint = conversing(dialect).find(({ framing }) => framing === 'ws') as Endpoint;
  const isNamed = endpoint.session === 'path';
  const client = await RawClient.open(url, { dialect, endpoint, ...(isNamed && { session, query: { after: '0' } }) });
  if (!isNamed) await client.send({ type: 'attach', session });
  return client;
}
