import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dialects } from '@polywire/protocol';
import { afterEach, expect, it } from 'vitest';
import { startServer } from '../src/index.ts';
import { conversing, RawClient } from './support/client.ts';
import { MainProcess } from './support/main-process.ts';
import { isEnd, nativeApi, script } from './support/native.ts';
import { clientFrame, goodbye, openSocket, rawSocket } from './support/raw.ts';
import { type TestServer, testServer } from './support/server.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Dialects whose clients have no cursors and whose sessions are in the path: they go on where their socket ended. */
const plain = dialects.flatMap((dialect) =>
  conversing(dialect)
    .filter(({ framing, session, from }) => framing === 'ws' && session === 'path' && from !== 'start')
    .filter(() => dialect.traits.stream === 'turn')
    .map((endpoint) => ({ name: dialect.name, dialect, endpoint })),
);

it.each(plain)('does not take for seen what $name was sent after it said goodbye', async ({ dialect, endpoint }) => {
  server = await testServer();
  const { url } = server;
  const native = nativeApi(url);
  const session = await native.newSession();
  const words = Array.from({ length: 150 }, (_, i) => `w${i + 1} `);
  const socket = await rawSocket(url, endpoint.path.replace('{session}', session));
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  socket.resume();
  const run = await native.start(session, script({ say: 'w', times: 150, everyMs: 5 }), 'text.delta');
  while (!received.includes('w10 ')) await once(socket, 'data');
  socket.write(clientFrame(8, Buffer.from([0x03, 0xe8])));
  // The close is answered at once; the connection itself stays while the run goes on.
  const said = (count: number) =>
    native.runEvents(run, (event) => event.type === 'text.delta' && event.delta === `w${count} `);
  await said(100);
  socket.destroy();
  const client = await RawClient.open(url, { dialect, endpoint, session });
  await client.until((c) => c.has('run.finished'));
  const later = client.frames.map(({ data }) => data).join('');
  const lost = words.filter((word) => !received.includes(`"${word}"`) && !later.includes(`"${word}"`));
  const twice = words.filter((word) => received.includes(`"${word}"`) && later.includes(`"${word}"`));
  expect({ lost, twice }).toEqual({ lost: [], twice: [] });
  await client.close();
});

it('is not ready while it goes down, and takes no new message', async () => {
  const own = await testServer();
  const { hostname, port, host } = new URL(own.url);
  const native = nativeApi(own.url);
  const session = await native.newSession();
  expect((await native.call('GET /readyz')).body).toEqual({ status: 'ready' });
  // Somebody who does not answer the goodbye holds the door open for a moment.
  const idle = await rawSocket(own.url, `/v1/sessions/${session}/events`);
  const ask = async (head: string, rest: string) => {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(head);
    return async () => {
      socket.write(rest);
      let answer = '';
      for await (const chunk of socket) answer += chunk;
      return answer;
    };
  };
  const ready = await ask('GET /readyz HTTP/1.1\r\n', `Host: ${host}\r\nConnection: close\r\n\r\n`);
  const body = JSON.stringify({ input: 'too late' });
  const message = await ask(
    `POST /v1/sessions/${session}/runs HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`,
    `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Both heads are at the server before it begins to close.
  expect((await native.call('GET /healthz')).status).toBe(200);
  const closed = own.close();
  const answers = await Promise.all([ready(), message()]);
  idle.destroy();
  await closed;
  expect(answers[0]).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*\{"status":"not ready"\}$/);
  expect(answers[1]).toMatch(/^HTTP\/1\.1 503 [\s\S]*"code":"SHUTTING_DOWN"/);
});

it('tells those who watch, by a request too, that it goes away', async () => {
  const own = await testServer();
  const session = await nativeApi(own.url).newSession();
  const request = get(`${own.url}/v1/sessions/${session}/events`, { headers: { accept: 'text/event-stream' } });
  const [stream] = (await once(request, 'response')) as [IncomingMessage];
  let told = '';
  stream.on('data', (chunk) => {
    told += chunk;
  });
  stream.on('error', () => undefined);
  const gone = new Promise((resolve) => stream.once('close', resolve));
  const socket = await openSocket(own.url, `/v1/sessions/${session}/events`);
  const bye = goodbye(socket);
  await own.close();
  await gone;
  const words = 'The server restarts: come back in a moment. / 服务器正在重启，请稍后重新连接。';
  expect(told).toMatch(new RegExp(`: ${words}\n\n$`));
  expect(await bye).toEqual([1012, words]);
});

it('says in one sentence that a port is taken', async () => {
  server = await testServer();
  const { port } = new URL(server.url);
  const data = `${server.data}-second`;
  const second = new MainProcess(['--port', port, '--data', data], { POLYWIRE_LOG: 'silent', LANG: 'C' });
  expect(await second.exited()).toBe(1);
  expect(second.output.trim().split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^Port ${port} on 127.0.0.1 is in use: .* / 端口 ${port} 已被占用`)),
  ]);
  // The one that has it is not disturbed.
  const native = nativeApi(server.url);
  const session = await native.newSession();
  await native.start(session, 'hello', 'run.finished');
  expect((await native.sessionEvents(session, isEnd)).at(-1)).toMatchObject({ status: 'complete' });
});

it.each([
  [['--host', '192.0.2.1', '--token', 'a-token-of-some-length'], /^192\.0\.2\.1 is no address of this machine/],
  [['--host', 'fe80::1', '--token', 'a-token-of-some-length'], /^Cannot listen on fe80::1, port 0 .* \/ 无法监听/],
  [['--ui', 'no-such-folder'], /^There is no folder no-such-folder/],
])('says in one sentence why it cannot be started with %j', async (args, says) => {
  const data = await mkdtemp(join(tmpdir(), 'polywire-start-'));
  const program = new MainProcess(['--port', '0', '--data', data, ...args], { POLYWIRE_LOG: 'silent', LANG: 'C' });
  expect(await program.exited()).toBe(1);
  expect(program.output.trim().split('\n')).toEqual([expect.stringMatching(says)]);
  await rm(data, { recursive: true, force: true });
});

/** A file with settings, beside a data folder of their own. */
async function configured(settings: (data: string) => object) {
  const folder = await mkdtemp(join(tmpdir(), 'polywire-start-'));
  const data = join(folder, 'data');
  const file = join(folder, 'config.json');
  await writeFile(file, JSON.stringify({ port: 0, ownDocs: false, data, ...settings(data) }));
  return { data, file, remove: () => rm(folder, { recursive: true, force: true }) };
}

const support = (name: string) => fileURLToPath(new URL(`./support/${name}`, import.meta.url));
const mcp = { local: { command: process.execPath, args: ['--import', 'tsx', support('mcp-main.ts')] } };

it('ends with its sentence where a mistake is found late, whatever it had opened', async () => {
  const { data, file, remove } = await configured(() => ({ mcp, agent: 'nobody' }));
  const program = new MainProcess(['--config', file], { POLYWIRE_LOG: 'silent', LANG: 'C' });
  expect(await program.exited()).toBe(1);
  expect(program.output.trim().split('\n')).toEqual([expect.stringMatching(/^agent: there is no agent nobody/)]);
  // In this process too, where nothing ends that was left open.
  await expect(startServer({ port: 0, data, mcp, agent: 'nobody' })).rejects.toThrow('no agent nobody');
  await (await startServer({ port: 0, data, ownDocs: false })).close();
  await remove();
});

it('says what it could not close, and closes the rest', async () => {
  const { data, file, remove } = await configured(() => ({ tools: [support('broken-close.ts')] }));
  const program = new MainProcess(['--config', file], { POLYWIRE_LOG: 'silent', LANG: 'C' });
  await program.printed(/Polywire: http\S+/);
  expect(await program.stop()).toBe(1);
  expect(program.output).toMatch(/^Not everything could be closed: the net is torn \/ 未能完全关闭/m);
  expect(existsSync(join(data, 'lock.pid'))).toBe(false);
  await remove();
});

it('takes the name of its host in whatever letters', async () => {
  server = await testServer({ host: 'LocalHost' });
  expect((await nativeApi(server.url).call('GET /v1/sessions')).status).toBe(200);
});

it('ends without a complaint while somebody has a long session read', async () => {
  server = await testServer();
  const native = nativeApi(server.url);
  const session = await native.newSession();
  const run = await native.start(session, script({ say: 'word', times: 20_000 }), 'run.started');
  await native.runEvents(run);
  const reports = Array.from({ length: 4 }, () =>
    fetch(`${server?.url}/v1/runs/${run}/fidelity`).then(
      ({ status }) => status,
      () => 503,
    ),
  );
  // They are being made: the server has answered something that was asked after them.
  await native.call('GET /v1/sessions');
  await server.close();
  server = undefined;
  for (const status of await Promise.all(reports)) expect([200, 503]).toContain(status);
});
