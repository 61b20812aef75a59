import { type Dialect, dialects, type Endpoint } from '@polywire/protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import type { Scene } from './support/script-agent.ts';
import { type TestServer, testServer } from './support/server.ts';

let server: TestServer;
beforeEach(async () => {
  // What is forgotten after a while is forgotten by the clock.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  server = await testServer();
});
afterEach(async () => {
  await server.close();
  vi.useRealTimers();
});

const perMessage = dialects.flatMap((dialect) =>
  conversing(dialect)
    .filter(({ session }) => session === 'message' && dialect.traits.answers.approval === 'next-message')
    .map((endpoint) => ({ name: `${dialect.name} ${endpoint.path}`, dialect, endpoint })),
);
const scenes: readonly Scene[] = [{ tool: 'launch', approve: true }, { say: 'It flies.' }];

it.each(perMessage)('an answer counts however long its user thought about it: $name', async ({ dialect, endpoint }) => {
  const asked = await say(dialect, endpoint, JSON.stringify(scenes));
  expect(asked.text).toContain('launch');
  vi.advanceTimersByTime(10 * 60_000);
  const answered = await say(dialect, endpoint, 'yes', asked.session);
  expect(answered.text).toContain('It flies.');
});

it.each(perMessage)('a question that another asked meanwhile is shown first: $name', async ({ dialect, endpoint }) => {
  const asked = await say(dialect, endpoint, JSON.stringify([{ tool: 'launch', approve: true }, ...scenes]));
  const [run] = (await json<{ runs: { id: string }[] }>(`/v1/sessions/${asked.session}/runs`)).runs;
  const answer = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"decision":"approve"}' };
  await json(`/v1/runs/${run?.id}/inputs/${run?.id}.s0.approval`, answer);
  await expect.poll(() => json(`/v1/runs/${run?.id}`)).toMatchObject({ status: 'awaiting_input' });
  vi.advanceTimersByTime(10 * 60_000);
  const again = await say(dialect, endpoint, 'yes', asked.session);
  expect(again.text).toContain('launch');
  expect(again.text).not.toContain('It flies.');
});

/** One connection, one message, one turn, as these front ends do it. */
async function say(dialect: Dialect, endpoint: Endpoint, text: string, session?: string) {
  const client = await RawClient.open(server.url, { dialect, endpoint, ...(session !== undefined && { session }) });
  await client.send({ type: 'message.send', text });
  await client.until((c) => c.has('run.finished'));
  await client.close();
  return { text: client.frames.map(({ data }) => data).join('\n'), session: client.session as string };
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return (await fetch(`${server.url}${path}`, init)).json() as Promise<T>;
}
