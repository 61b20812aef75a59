import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Attachment, type Dialect, dialects, type Endpoint, type FileRef } from '@polywire/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { RawClient } from './support/client.ts';
import { nativeApi } from './support/native.ts';
import { clientFrame, openSocket, rawSocket } from './support/raw.ts';
import { type TestServer, testServer } from './support/server.ts';

const MIB = 1024 * 1024;
/** What a page takes, to the last byte. */
const picture = Buffer.alloc(5 * MIB, 7);
Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(picture);
const file = { name: 'large.png', mediaType: 'image/png', content: picture.toString('base64') };

let server: TestServer;
afterEach(() => server.close());

const wires = dialects.flatMap((dialect) =>
  dialect.endpoints
    .filter(({ maxFrameChars }) => maxFrameChars !== undefined)
    .map((endpoint) => ({ wire: `${dialect.name} ${endpoint.path}`, dialect, endpoint })),
);

const textOf = (dialect: Dialect, text: string, files: Attachment[] = []) => {
  const [said] = dialect.client.encode({ type: 'message.send', text, files });
  return said && 'data' in said ? said.data : '';
};
const pathOf = ({ path }: Endpoint) => path.replace('{session}', '7001');

describe.each(wires)('$wire', ({ dialect, endpoint }) => {
  const open = () => RawClient.open(server.url, { dialect, endpoint, session: '7001' });

  it('takes a picture of 5 MB inside a message', async () => {
    server = await testServer();
    const native = nativeApi(server.url);
    const client = await open();
    await client.send({ type: 'message.send', text: 'look', files: [file] });
    await client.until((c) => c.has('run.finished'));
    const { sessions } = (await native.call<{ sessions: { id: string }[] }>('GET /v1/sessions?limit=1')).body;
    const { messages } = (
      await native.call<{ messages: { files?: FileRef[] }[] }>(`GET /v1/sessions/${sessions[0]?.id}/messages`)
    ).body;
    const [told] = messages[0]?.files ?? [];
    expect(told).toMatchObject({ name: 'large.png', size: picture.length });
    const stored = await (await fetch(`${server.url}${told?.url}`)).arrayBuffer();
    expect(Buffer.compare(Buffer.from(stored), picture)).toBe(0);
  });

  it.each([
    ['words that are as long', () => textOf(dialect, 'x'.repeat(MIB + 1))],
    ['what cannot be read', () => 'x'.repeat(MIB + 1)],
    ['more than a picture', () => 'x'.repeat((endpoint.maxFrameChars ?? 0) + 1)],
  ])('takes no %s', async (_, frame) => {
    server = await testServer();
    const ws = await openSocket(server.url, pathOf(endpoint));
    ws.send(frame());
    expect((await once(ws, 'close'))[0]).toBe(1009);
  });

  it('says which files are too large where they are to be smaller', async () => {
    server = await testServer({ wireLimits: { uploadBytes: MIB } });
    const client = await open();
    await client.send({ type: 'message.send', text: 'look', files: [file] });
    await client.until((c) => c.frames.some(({ data }) => data.includes('单个文件最多')));
    expect(client.has('run.started')).toBe(false);
    client.cut();
  });

  /** All but the last bytes of it at first, which is what a slow line looks like. */
  async function dribbled(limits: { heartbeatMs: number; requestMs?: number }, times: number): Promise<string> {
    server = await testServer({ wireLimits: limits });
    const payload = Buffer.from(textOf(dialect, 'look', [file]));
    const frame = clientFrame(1, payload);
    const socket = await rawSocket(server.url, pathOf(endpoint));
    let heard = '';
    let ending: string | undefined;
    socket
      .on('error', () => undefined)
      .on('close', () => {
        ending ??= 'gone';
      });
    socket.on('data', (data) => {
      heard += data.toString('latin1');
      if (heard.includes('"status":"active"')) ending ??= 'answered';
    });
    socket.resume();
    const rest = frame.length - times;
    socket.write(frame.subarray(0, rest));
    for (let i = rest; i < frame.length && !ending; i += 1) {
      socket.write(frame.subarray(i, i + 1));
      await pause(20);
    }
    // From here on it can answer again.
    await expect
      .poll(
        () => {
          if (!ending) socket.write(clientFrame(10, Buffer.alloc(0)));
          return ending;
        },
        { timeout: 10_000 },
      )
      .toBeDefined();
    socket.destroy();
    return ending ?? '';
  }

  it('waits for one that comes slowly, though nobody can answer a ping in the middle of it', async () => {
    expect(await dribbled({ heartbeatMs: 250 }, 60)).toBe('answered');
  });

  it('does not wait for ever', async () => {
    expect(await dribbled({ heartbeatMs: 0, requestMs: 200 }, 100)).toBe('gone');
  });

  it('holds few of them at a time, and takes them again when those are gone', async () => {
    server = await testServer();
    const half = Buffer.concat([clientFrame(1, Buffer.alloc(0), { length: 4 * MIB }), Buffer.alloc(2 * MIB, 'x')]);
    const begun = await Promise.all(Array.from({ length: 12 }, () => rawSocket(server.url, pathOf(endpoint))));
    let ended = 0;
    const count = () => {
      ended += 1;
    };
    // Who is not read any more may be cut off in the middle of a packet.
    for (const socket of begun)
      socket
        .on('error', () => undefined)
        .on('close', count)
        .resume();
    for (const socket of begun) socket.write(half);
    await expect.poll(() => ended, { timeout: 10_000 }).toBe(4);
    for (const socket of begun) socket.destroy();
    const client = await openSocket(server.url, pathOf(endpoint));
    client.send('x'.repeat(MIB + 1));
    expect((await once(client, 'close'))[0]).toBe(1009);
  });
});
