import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Looks at the connections that this process has accepted: what waits in them, and when they end. */
export class SocketWatch {
  readonly #sockets = new Map<Socket, { flushed: number; movedAt: number }>();
  readonly cutMs: number[] = [];
  held = 0;

  constructor() {
    subscribe('net.server.socket', (message) => this.#add((message as { socket: Socket }).socket));
  }

  /** From now on. Each look is a wake-up, which is more than most of what is measured: only where it is asked for. */
  look(): void {
    this.held = 0;
    setInterval(() => this.#look(), LOOK_MS).unref();
  }

  #add(socket: Socket): void {
    this.#sockets.set(socket, { flushed: 0, movedAt: performance.now() });
    socket.once('close', () => {
      const { movedAt = performance.now() } = this.#sockets.get(socket) ?? {};
      this.#sockets.delete(socket);
      const stoodStillMs = performance.now() - movedAt;
      if (stoodStillMs > STALLED_MS) this.cutMs.push(stoodStillMs);
    });
  }

  #look(): void {
    for (const [socket, seen] of this.#sockets) {
      const waiting = socket.writableLength;
      const flushed = socket.bytesWritten - waiting;
      if (flushed !== seen.flushed || waiting === 0) seen.movedAt = performance.now();
      seen.flushed = flushed;
      this.held = Math.max(this.held, waiting);
    }
  }
}

const LOOK_MS = 20;
/** Longer than anybody who reads leaves anything waiting. */
const STALLED_MS = 2_000;
