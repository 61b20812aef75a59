import type { Socket } from 'node:net';
import type { Wants } from '@polywire/protocol';
import type { WebSocket } from 'ws';
import { type Format, formatOf } from './format.ts';
import type { Sink } from './sink.ts';

/**
 * Frames are framed once for all watchers, so they go to the socket under the WebSocket directly. `ws` itself writes
 * whole frames at once, so its pings and closes fall between ours.
 */
export class WsSink implements Sink {
  format: Format;
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  #isCut = false;

  constructor(ws: WebSocket, socket: Socket, wants: Wants) {
    this.#ws = ws;
    this.#socket = socket;
    this.format = formatOf('ws', wants);
  }

  write(bytes: Buffer, onTaken?: () => void): boolean {
    if (this.#ws.readyState !== this.#ws.OPEN) return false;
    this.#socket.write(bytes, onTaken);
    return true;
  }

  get buffered(): number {
    return this.#socket.writableLength;
  }

  onceDrained(callback: () => void): void {
    this.#socket.once('drain', callback);
  }

  end(): void {
    this.#ws.close(1000);
  }

  cut(reason: string, why?: 'refused'): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#ws.close(why === 'refused' ? 1008 : 1013, closeReason(reason));
    setTimeout(() => this.#ws.terminate(), CUT_GRACE_MS).unref();
  }
}

/** What a close frame has room for; half a character at its end would be refused by the other side. */
export function closeReason(reason: string): string {
  const bytes = Buffer.from(reason).subarray(0, MAX_REASON_BYTES);
  return new TextDecoder().decode(bytes, { stream: true });
}

const MAX_REASON_BYTES = 123;

/** A reader that does not read will not answer a close either. */
const CUT_GRACE_MS = 1_000;
