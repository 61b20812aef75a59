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
  await json(`/v1/runs/${run?.id}/inputs/${run?.id}.s0.approval`, { ...post, body: '{"decision":"approve"}' });
  await expect.poll(() => json(`/v1/runs/${run?.id}`)).toMatchObject({ status: 'awaiting_input' });
  vi.advanceTimersByTime(10 * 60_000);
  const again = await say(dialect, endpoint, 'yes', asked.session);
  expect(again.text).toContain('launch');
  expect(again.text).not.toContain('It flies.');
});

const standing = dialects.flatMap((dialect) =>
  conversing(dialect)
    .filter(({ session }) => session === 'path' && dialect.traits.answers.approval === 'next-message')
    .map((endpoint) => ({ name: `${dialect.name} ${endpoint.path}`, dialect, endpoint })),
);

it.each(standing)('who came after the question is asked it before an answer counts: $name', async (wire) => {
  const { id: session } = await json<{ id: string }>('/v1/sessions', { ...post, body: '{}' });
  const { id } = await json<{ id: string }>(`/v1/sessions/${session}/runs`, {
    ...post,
    body: JSON.stringify({ input: JSON.stringify(scenes) }),
  });
  await expect.poll(() => json(`/v1/runs/${id}`)).toMatchObject({ status: 'awaiting_input' });
  const client = await RawClient.open(server.url, { ...wire, session });
  const ends = ({ drafts }: RawClient) => drafts.filter(({ type }) => type === 'run.finished').length;
  await client.send({ type: 'message.send', text: 'ok' });
  await client.until((c) => ends(c) > 0);
  expect(JSON.stringify(client.frames)).toContain('launch');
  expect(await json(`/v1/runs/${id}`)).toMatchObject({ status: 'awaiting_input' });
  await client.send({ type: 'message.send', text: 'ok' });
  await client.until((c) => ends(c) > 1);
  expect(await json(`/v1/runs/${id}`)).toMatchObject({ status: 'complete' });
  await client.close();
});

const post = { method: 'POST', headers: { 'content-type': 'application/json' } };

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
