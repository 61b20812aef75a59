import type { Socket } from 'node:net';
import { rawSocket } from '../../../packages/server/test/support/raw.ts';
import type { Stage } from './stage/stage.ts';

/** Writes frames to an open socket until it is closed, or they are all sent; returns the code it was closed with. */
export async function closeCodeAfter(
  stage: Stage,
  path: string,
  frames: Iterable<Buffer>,
): Promise<number | undefined> {
  const socket = await rawSocket(stage.url, path, stage.headers);
  let received = Buffer.alloc(0);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket
    // What was still to be written when the server closed.
    .on('error', () => socket.destroy())
    .on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (codeIn(received) !== undefined) socket.destroy();
    });
  socket.resume();
  await write(socket, frames);
  await closed;
  return codeIn(received);
}

async function write(socket: Socket, frames: Iterable<Buffer>): Promise<void> {
  for (const frame of frames) {
    if (socket.destroyed) return;
    if (!socket.write(frame)) {
      await new Promise<void>((resolve) => {
        socket.once('drain', resolve).once('close', resolve);
      });
    }
  }
}

/** The code in the close frame among what the server sent. */
export function codeIn(received: Buffer): number | undefined {
  for (let at = 0; at + 2 <= received.length; ) {
    const short = (received[at + 1] as number) & 0x7f;
    const size = short === 126 ? 2 : short === 127 ? 8 : 0;
    if (at + 2 + size > received.length) return undefined;
    const length =
      size === 0 ? short : size === 2 ? received.readUInt16BE(at + 2) : Number(received.readBigUInt64BE(at + 2));
    const body = at + 2 + size;
    if (((received[at] as number) & 0x0f) === CLOSE) {
      return body + 2 <= received.length ? received.readUInt16BE(body) : undefined;
    }
    at = body + length;
  }
  return undefined;
}
const CLOSE = 8;
