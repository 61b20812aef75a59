import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { defaultLimits } from '../src/sessions/limits.ts';
import { defaultWireLimits } from '../src/wire/limits.ts';
import { isEnd, nativeApi, script } from './support/native.ts';
import { openSocket, socketAddresses } from './support/raw.ts';
import { type TestServer, testServer } from './support/server.ts';

const token = 'a-token-of-some-length';
const headers = { authorization: `Bearer ${token}` };
/** Longer than any timer counts. */
const AGES_MS = 1e12;

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const all = (limits: object, value: (name: string) => number | undefined) =>
  Object.fromEntries(Object.entries(limits).map(([name, usual]) => [name, value(name) ?? usual]));
const ages = (name: string) => (name.endsWith('Ms') ? AGES_MS : undefined);

it.each([
  ['nothing is limited', () => 0],
  ['all times are longer than a timer counts', ages],
])('where %s, a run, its tools, its questions and its watchers are left alone', async (_, value) => {
  server = await testServer({
    tokens: { me: token },
    limits: all(defaultLimits, value),
    wireLimits: all(defaultWireLimits, value),
  });
  const native = nativeApi(server.url, headers);
  const [asking, working] = [await native.newSession(), await native.newSession()];
  const watcher = await openSocket(server.url, `/v1/sessions/${asking}/events`, { headers });
  const knocking = await openSocket(server.url, socketAddresses.find(isKnocking)?.path ?? '');
  let pings = 0;
  for (const socket of [watcher, knocking]) socket.on('ping', () => pings++);

  const waiting = await native.start(asking, script({ ask: 'Well?' }), 'input.requested');
  const tool = { tool: 'search', args: { found: 'x'.repeat(500) }, output: 'looking', takesMs: 50 };
  const run = await native.start(working, script({ say: 'w', times: 20, everyMs: 5 }, tool), 'run.finished');
  const events = await native.runEvents(run);
  expect(events.filter(({ type }) => type.startsWith('tool.'))).toMatchObject([
    { type: 'tool.call' },
    { type: 'tool.started' },
    { type: 'tool.output', text: 'looking' },
    { type: 'tool.finished', outcome: 'ok', result: { done: 'search', ...tool.args } },
  ]);
  expect(events.at(-1)).toMatchObject({ status: 'complete' });

  expect(await uploaded(server.url, working)).toBe(201);
  expect((await native.call(`GET /v1/runs/${waiting}`)).body).toMatchObject({ status: 'awaiting_input' });
  await native.call(`POST /v1/runs/${waiting}/inputs/${waiting}.s0`, { decision: 'reply', text: 'yes' });
  expect((await native.runEvents(waiting)).find(isEnd)).toMatchObject({ status: 'complete' });
  expect([pings, watcher.readyState, knocking.readyState]).toEqual([0, watcher.OPEN, knocking.OPEN]);
  const answered = once(knocking, 'message');
  knocking.send(JSON.stringify({ content: 'hi', token }));
  await answered;
  for (const socket of [watcher, knocking]) socket.terminate();
});

it('starts where a whole request may take less than its head may by default', async () => {
  server = await testServer({ wireLimits: { requestMs: 5_000 } });
  expect((await nativeApi(server.url).call('GET /readyz')).status).toBe(200);
});

function isKnocking({ endpoint }: (typeof socketAddresses)[number]): boolean {
  return endpoint.token === 'first-message';
}

async function uploaded(url: string, session: string): Promise<number> {
  const body = new FormData();
  body.append('files', new Blob(['hello']), 'a.txt');
  return (await fetch(`${url}/v1/sessions/${session}/uploads`, { method: 'POST', headers, body })).status;
}
