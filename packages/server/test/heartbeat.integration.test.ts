import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { dialects } from '@polywire/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { linesUntil } from './support/api.ts';
import { script } from './support/native.ts';
import { serverForAll } from './support/open-server.ts';
import { openSocket, rawSocket, socketAddresses } from './support/raw.ts';

const { server, native } = serverForAll({ wireLimits: { heartbeatMs: 50 } });
let run: string;
let session: string;
beforeAll(async () => {
  session = await native.newSession();
  run = await native.start(session, script({ ask: 'Go on?' }), 'input.requested');
});

const sockets = socketAddresses.map(({ dialect, endpoint }) => ({ dialect, template: endpoint.path }));
const pathOf = (template: string) =>
  template.replace('{run}', run).replace('{session}', template.includes('/runs/') ? '1' : session);

describe('a silent connection', () => {
  it.each(sockets)('is asked whether it lives on $template of $dialect', async ({ template }) => {
    const socket = await openSocket(server.url, pathOf(template));
    for (let n = 0; n < 4; n += 1) await once(socket, 'ping');
    expect(socket.readyState).toBe(socket.OPEN);
    socket.terminate();
  });

  it.each(sockets)('is given up on $template of $dialect when nobody answers', async ({ template }) => {
    const socket = await rawSocket(server.url, pathOf(template));
    const closed = once(socket, 'close');
    socket.on('error', () => undefined).resume();
    await closed;
  });

  it('is not given up for a time in which the server itself stood still', async () => {
    const socket = await openSocket(server.url, pathOf(sockets[0]?.template ?? ''));
    await once(socket, 'ping');
    for (const until = performance.now() + 300; performance.now() < until; );
    for (let n = 0; n < 4; n += 1) await once(socket, 'ping');
    expect(socket.readyState).toBe(socket.OPEN);
    socket.terminate();
  });

  it('gets comments where it is a stream of events', async () => {
    let comments = 0;
    const address = `${server.url}/v1/runs/${run}/events`;
    const { lines } = await linesUntil(address, { accept: 'text/event-stream' }, (line) => {
      if (line.startsWith(':')) comments += 1;
      return comments === 4;
    });
    expect(lines.filter((line) => line.startsWith('data:')).length).toBeGreaterThan(1);
  });

  it('gets nothing that is no event where it is a stream of lines', async () => {
    const { hostname, port, host } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.write(`GET /v1/runs/${run}/events HTTP/1.1\r\nHost: ${host}\r\nAccept: application/x-ndjson\r\n\r\n`);
    // As long as another connection needs for several beats.
    const other = await openSocket(server.url, pathOf('/v1/sessions/{session}/events'));
    for (let n = 0; n < 4; n += 1) await once(other, 'ping');
    other.terminate();
    socket.destroy();
    const lines = received.split('\r\n').filter((line) => line.startsWith('{'));
    expect(
      lines
        .join('')
        .trim()
        .split('\n')
        .every((line) => JSON.parse(line).seq > 0),
    ).toBe(true);
  });
});

const keeping = dialects.flatMap((dialect) =>
  socketAddresses
    .filter((each) => each.dialect === dialect.name && each.endpoint.does === 'converse')
    .filter(() => dialect.traits.keepAlive?.answered)
    .map(({ endpoint }) => ({ name: dialect.name, dialect, template: endpoint.path })),
);

it.each(keeping)('answers the keep-alive of $name on $template', async ({ dialect, template }) => {
  const ref = randomUUID();
  const [ping] = dialect.client.encode({ type: 'ping', ref });
  const [pong] = dialect.server.answer({ type: 'ping', ref }, { ok: true });
  if (!ping || !('data' in ping) || !pong) throw new Error('this dialect has no keep-alive');
  const socket = await openSocket(server.url, pathOf(template));
  const { type } = JSON.parse(pong.data) as { type?: string };
  const answered = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      if ((JSON.parse(String(data)) as { type?: string }).type === type) resolve();
    });
  });
  socket.send(ping.data);
  await answered;
  socket.terminate();
});
