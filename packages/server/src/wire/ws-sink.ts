import type { Socket } from 'node:net';
import type { Wants } from '@polywire/protocol';
import type { WebSocket } from 'ws';
import type { Sink } from './sink.ts';

/**
 * Frames are framed once for all watchers, so they go to the socket under the WebSocket directly. `ws` itself writes
 * whole frames at once, so its pings and closes fall between ours.
 */
export function wsSink(ws: WebSocket, socket: Socket, wants: Wants): Sink {
  let isCut = false;
  return {
    framing: 'ws',
    wants,
    write(bytes) {
      if (ws.readyState !== ws.OPEN) return false;
      socket.write(bytes);
      return true;
    },
    get buffered() {
      return socket.writableLength;
    },
    onceDrained(callback) {
      socket.once('drain', callback);
    },
    end() {
      ws.close(1000);
    },
    cut(reason, why) {
      if (isCut) return;
      isCut = true;
      ws.close(why === 'refused' ? 1008 : 1013, closeReason(reason));
      setTimeout(() => ws.terminate(), CUT_GRACE_MS).unref();
    },
  };
}

/** What a close frame has room for; half a character at its end would be refused by the other side. */
export function closeReason(reason: string): string {
  const bytes = Buffer.from(reason).subarray(0, MAX_REASON_BYTES);
  return new TextDecoder().decode(bytes, { stream: true });
}

const MAX_REASON_BYTES = 123;

/** A reader that does not read will not answer a close either. */
const CUT_GRACE_MS = 1_000;
