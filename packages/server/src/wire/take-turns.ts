import type { WebSocket } from 'ws';

/** Whose frames are read. */
export interface Listener {
  /** Whether more of them can be taken. */
  readonly mayGoOn: boolean;
}

/**
 * Counts the frames of one client. One that sends without end is read one packet at a time, so that the others are served
 * in between: where there is more to read, a socket is otherwise read two megabytes at once.
 */
export class TakeTurns {
  readonly #ws: WebSocket;
  readonly #listener: Listener;
  #frames = 0;

  constructor(ws: WebSocket, listener: Listener) {
    this.#ws = ws;
    this.#listener = listener;
  }

  /** To be called for each. */
  count(): void {
    this.#frames += 1;
    if (this.#frames === 1) setImmediate(() => this.#next());
    if (this.#frames === MAX_AT_ONCE) this.#ws.pause();
  }

  #next(): void {
    const wasPaused = this.#frames >= MAX_AT_ONCE;
    this.#frames = 0;
    if (wasPaused && this.#listener.mayGoOn) this.#ws.resume();
  }
}

/** More than anybody sends who waits for answers. */
const MAX_AT_ONCE = 64;
