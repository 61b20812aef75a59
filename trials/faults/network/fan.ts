import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A lean client of the native dialect: of thousands, each keeps no more than where it is. */
export class Fan {
  /** Resolves when it saw a run's end. */
  readonly end: Promise<void>;
  readonly #session: string;
  #ended: () => void = () => undefined;
  #last = 0;
  #fault: string | undefined;
  #socket: WebSocket | undefined;

  constructor(session: string) {
    this.#session = session;
    this.end = new Promise((resolve) => {
      this.#ended = resolve;
    });
  }

  async attach(url: string): Promise<void> {
    const address = `${url.replace('http', 'ws')}/v1/sessions/${this.#session}/events?after=${this.#last}`;
    const socket = new WebSocket(address, { handshakeTimeout: 60_000 });
    this.#socket = socket;
    socket.on('message', (data) => this.#take(String(data)));
    socket.on('error', () => socket.terminate());
    await once(socket, 'open');
  }

  leave(): void {
    this.#socket?.removeAllListeners('message');
    this.#socket?.terminate();
  }

  /** Throws where an event was missing, doubled or out of order. */
  check(): void {
    if (this.#fault !== undefined) throw new Error(this.#fault);
  }

  #take(data: string): void {
    const [, seq] = /"seq":(\d+),"at":\d+\}$/.exec(data) ?? [];
    if (seq === undefined) return;
    if (Number(seq) !== this.#last + 1) this.#fault ??= `event ${seq} came after ${this.#last}`;
    this.#last = Number(seq);
    if (data.startsWith('{"type":"run.finished"')) this.#ended();
  }
}
