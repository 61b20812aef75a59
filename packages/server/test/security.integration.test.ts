import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { bearer, intruders } from './support/intruders.ts';
import { serverForAll } from './support/open-server.ts';
import { ask, askJson, httpAddresses, knockAt, openSocket, socketAddresses } from './support/raw.ts';

const ANN = 'ann-has-this-token';
/** Targets that no route has, or that a parser may choke on. */
const oddTargets = ['/', '/nothing', '/v1/', '/openapi.json', '/metrics', '/readyz', '/index.html', '/%', '/%E0%A4%A'];
oddTargets.push('/%00', '//[', '//evil.example/', '/..%2f..%2fetc/passwd', '/?token=ann-has-this-token', '*');

describe('the gate', () => {
  const { server } = serverForAll({ tokens: { ann: ANN } });

  const targets = [
    ...httpAddresses.map(({ endpoint, path }) => ({ method: endpoint.method as string, path })),
    ...oddTargets.map((path) => ({ method: 'GET', path })),
    ...['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'].map((method) => ({ method, path: '/v1/sessions' })),
  ];

  it.each(intruders(ANN))('lets $what into no route', async ({ headers, status }) => {
    const answers = [];
    for (const { method, path } of targets) answers.push(await ask(server.url, path, { method, headers }));
    for (const [i, answer] of answers.entries()) expect(status, JSON.stringify(targets[i])).toContain(answer.status);
    // One place says all of it.
    const bodies = answers.filter(({ status, body }) => body !== '' && status !== 429).map(({ body }) => body);
    expect(new Set(bodies).size).toBeLessThanOrEqual(1);
  });

  it.each(intruders(ANN))('upgrades no socket for $what', async ({ headers, status }) => {
    // Not every odd target is one that a WebSocket client can ask for: the next test sends those as they are.
    const askable = oddTargets.filter((path) => /^\/(?!\/)/.test(path));
    for (const { path, token } of [
      ...socketAddresses.map(({ path, endpoint }) => ({ path, token: endpoint.token })),
      ...askable.map((path) => ({ path, token: undefined })),
    ]) {
      const answered = await knockAt(server.url, path, { headers });
      if ('ws' in answered) {
        answered.ws.terminate();
        expect(token, path).toBe('first-message');
        expect(status, path).toContain(401);
      } else expect(status, path).toContain(answered.status);
    }
  });

  it('survives targets that are no addresses, and handshakes that are dropped', async () => {
    const { hostname, port, host } = new URL(server.url);
    for (const target of ['//[', 'http://[', '/%', '/%00', '/']) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(
        `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://evil\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
      );
      const closed = once(socket, 'close');
      socket.on('error', () => undefined);
      // It was refused; now it is torn down in place of an end.
      await once(socket, 'data');
      socket.resetAndDestroy();
      await closed;
    }
    expect((await ask(server.url, '/healthz')).status).toBe(200);
  });
});

describe('a token', () => {
  const { server } = serverForAll({ tokens: { ann: ANN }, wireLimits: { firstMessageMs: 200 } });

  it('opens every route as a bearer', async () => {
    for (const { endpoint, path } of httpAddresses.filter(({ endpoint }) => endpoint.does === 'call')) {
      const answer = await askJson(server.url, path, {}, { method: endpoint.method, headers: bearer(ANN) });
      expect([401, 403, 421, 429], `${endpoint.method} ${path}`).not.toContain(answer.status);
    }
  });

  it.each(socketAddresses)('opens $path of $dialect as a subprotocol, which is echoed', async ({ path }) => {
    const protocol = `polywire.token.${Buffer.from(ANN).toString('base64url')}`;
    const ws = await openSocket(server.url, path, { protocols: [protocol] });
    expect(ws.protocol).toBe(protocol);
    ws.terminate();
  });

  it('does nothing in a query', async () => {
    expect((await ask(server.url, `/v1/sessions?token=${ANN}&access_token=${ANN}`)).status).toBe(401);
  });
});
