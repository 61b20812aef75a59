import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dialects } from '@polywire/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../src/node.ts';

const onSockets = dialects.find(({ endpoints }) => endpoints.some(({ framing }) => framing === 'ws'));

it.each([
  ['a page', '<html><body>403 Forbidden, says a proxy</body></html>', /^The server answered with status 403\. \/ /],
  ['nothing', '', /^The server answered with status 403\. \/ /],
  ['a detail', '{"detail":"This origin is not allowed."}', /^This origin is not allowed\.$/],
  ['an error', '{"error":{"message":"No more sockets."}}', /^No more sockets\.$/],
])('tells why a socket was refused, in words: %s', async (_, body, message) => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  server.on('upgrade', (_request, socket) => {
    const head = `HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}`;
    socket.end(`${head}\r\n\r\n${body}`);
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const conversation = connect({ url, dialect: onSockets ?? expect.fail(), session: 's' });
  const refused = { code: 'REFUSED', status: 403, message: expect.stringMatching(message) };
  await expect(conversation.ready.then(() => conversation.send('Hello'))).rejects.toMatchObject(refused);
  conversation.close();
});
