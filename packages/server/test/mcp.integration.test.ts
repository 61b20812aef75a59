import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { EventOf, JsonObject } from '@polywire/protocol';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { traceIdOf } from '../src/observe/trace-id.ts';
import { mcpTools } from './support/mcp-tools.ts';
import { finishedIn, type ToolServer, toolServer } from './support/tools.ts';

// Processes and sockets on a busy machine take their time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const seen: (string | undefined)[] = [];
const handler = createMcpHandler(mcpTools);
const remote = createServer(async (request, response) => {
  seen.push(request.headers['x-key'] as string | undefined);
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const { method = 'GET', url = '/' } = request;
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const body = method === 'POST' ? { body: Buffer.concat(pieces) } : {};
  const answer = await handler.fetch(new Request(`http://localhost${url}`, { method, headers, ...body }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) Readable.fromWeb(answer.body as never).pipe(response);
  else response.end();
});

let server: ToolServer;
beforeAll(async () => {
  await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
  const main = fileURLToPath(new URL('./support/mcp-main.ts', import.meta.url));
  const url = `http://127.0.0.1:${(remote.address() as AddressInfo).port}/mcp`;
  process.env.POLYWIRE_TEST_SECRET = 'secret';
  server = await toolServer({
    mcp: {
      local: { command: process.execPath, args: ['--import', 'tsx', main], approval: 'never' },
      web: { url, headers: { 'x-key': 'k' } },
      broken: { command: 'there-is-no-such-program' },
      closed: { url: 'http://127.0.0.1:9/mcp' },
    },
  });
});
afterAll(async () => {
  delete process.env.POLYWIRE_TEST_SECRET;
  await server.remove();
  remote.closeAllConnections();
  remote.close();
});

const calls = async (...all: readonly (readonly [string, JsonObject])[]) =>
  server.use(await server.newSession(), ...all);

it('tools of other programs are there under their names, and broken ones stop nobody', async () => {
  const { body } = await server.call<{ tools: { name: string; schema: JsonObject }[] }>('GET /v1/tools');
  const names = body.tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['local_add', 'local_fail', 'web_add', 'calculate']));
  expect(names.filter((name) => /^(broken|closed)_/.test(name))).toEqual([]);
  expect(body.tools.find(({ name }) => name === 'local_add')?.schema).toMatchObject({ required: ['a', 'b'] });
  const told = server.errors.map((error) => (error as Error).message);
  expect(told.filter((message) => /MCP server (broken|closed) cannot be used/.test(message))).toHaveLength(2);
});

it('they are called, fail and show pictures like our own', async () => {
  expect(finishedIn(await calls(['local_add', { a: 2, b: 40 }]))).toMatchObject([{ outcome: 'ok', result: '42' }]);
  expect(finishedIn(await calls(['local_fail', {}]))).toMatchObject([{ outcome: 'error', result: 'it is broken' }]);
  expect(finishedIn(await calls(['local_add', { a: 'x' }]))).toMatchObject([{ outcome: 'error' }]);
  const events = await calls(['local_picture', {}]);
  const image = events.find((event): event is EventOf<'image'> => event.type === 'image');
  expect((await fetch(`${server.url}${image?.url}`)).headers.get('content-type')).toBe('image/png');
});

it('a picture of theirs stays when another comes under its name', async () => {
  const events = await calls(['local_picture', {}], ['local_picture', {}]);
  const urls = events.flatMap((event) => (event.type === 'image' ? [event.url] : []));
  expect(new Set(urls).size).toBe(2);
  for (const url of urls) expect((await fetch(`${server.url}${url}`)).status).toBe(200);
});

it('they are told the trace of the run', async () => {
  const events = await calls(['local_trace', {}]);
  const trace = traceIdOf(events[0]?.runId ?? '');
  expect(finishedIn(events)).toMatchObject([{ result: expect.stringMatching(`^00-${trace}-[0-9a-f]{16}-01$`) }]);
});

it('they get none of the server’s secrets', async () => {
  const [named] = finishedIn(await calls(['local_env', {}]));
  expect(named?.result).toContain('PATH');
  expect(named?.result).not.toContain('POLYWIRE_TEST_SECRET');
});

it('they are asked about, whatever they say of themselves', async () => {
  const session = await server.newSession();
  const input = JSON.stringify([['web_add', { a: 1, b: 2 }]]);
  const { body } = await server.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, { input });
  const isAsked = ({ type }: { type: string }) => type === 'input.requested' || type === 'run.finished';
  const question = (await server.runEvents(body.id, isAsked)).at(-1) as EventOf<'input.requested'>;
  expect(question).toMatchObject({ kind: 'approval', name: 'web_add', args: { a: 1, b: 2 } });
  await server.call(`POST /v1/runs/${body.id}/inputs/${question.inputId}`, { decision: 'approve' });
  expect(finishedIn(await server.runEvents(body.id))).toMatchObject([{ outcome: 'ok', result: '3' }]);
  expect(new Set(seen)).toEqual(new Set(['k']));
});

it('one that died is started again by the next call', async () => {
  expect(finishedIn(await calls(['local_die', {}]))).toMatchObject([{ outcome: 'error' }]);
  expect(finishedIn(await calls(['local_add', { a: 1, b: 1 }]))).toMatchObject([{ outcome: 'ok', result: '2' }]);
});
