import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { DUE_DIGITS, DUE_MARK, micros } from './clock.ts';
import type { Dialogue, Received } from './contract.ts';
import { type Framing, hasAt, type OnFrame, sseFraming, wsFraming } from './framing.ts';

export interface ReaderOptions {
  readonly port: number;
  readonly dialogue: Dialogue;
  /** Also note how late each chunk came. */
  readonly isTimed?: boolean;
  /** Called for each chunk with how late it was, in microseconds; 0 when that is not asked for. */
  onChunk?(late: number): void;
  /** Called for each frame, where somebody wants to look at it. */
  readonly onFrame?: OnFrame;
}

/**
 * The same bare reader for every side: it speaks WebSocket or reads a streamed response, and looks at a frame's length
 * and its first bytes.
 */
export class Reader {
  readonly #options: ReaderOptions;
  readonly #socket: Socket;
  readonly #prefix: Buffer;
  readonly #framing: Framing;
  #head: Buffer | undefined = Buffer.alloc(0);
  #said = 0;
  #frames = 0;
  #bytes = 0;
  #whenOpen: () => void = () => undefined;
  /** The server has taken the connection. */
  readonly opened = new Promise<void>((resolve) => {
    this.#whenOpen = resolve;
  });

  constructor(options: ReaderOptions) {
    this.#options = options;
    const { dialogue, port } = options;
    this.#prefix = Buffer.from(dialogue.chunkPrefix);
    this.#framing = dialogue.transport === 'ws' ? wsFraming((payload) => this.#send(PONG, payload)) : sseFraming();
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (bytes) => this.#take(bytes));
    this.#socket.write(requestOf(dialogue, port));
  }

  get received(): Received {
    return { frames: this.#frames, bytes: this.#bytes };
  }

  /** All that came over the connection. */
  get bytesOnWire(): number {
    return this.#socket.bytesRead;
  }

  get localPort(): number {
    return this.#socket.localPort ?? 0;
  }

  /** Rejects when the connection breaks. */
  broken(): Promise<never> {
    return new Promise((_, reject) => {
      this.#socket.once('error', reject);
      this.#socket.once('close', () => reject(new Error('the server closed the connection')));
    });
  }

  /** The server has ended the connection, one way or another. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.once('error', () => resolve());
      this.#socket.once('close', () => resolve());
    });
  }

  /** From now on, nothing is read. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#socket.removeAllListeners('close').destroy();
  }

  #take(bytes: Buffer): void {
    let rest = bytes;
    if (this.#head) {
      this.#head = Buffer.concat([this.#head, bytes]);
      const end = this.#head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = this.#head.toString('latin1', 0, end);
      if (!/^HTTP\/1\.1 (101|200)/.test(head)) throw new Error(`refused: ${this.#head.toString()}`);
      rest = this.#head.subarray(end + 4);
      this.#head = undefined;
      this.#whenOpen();
      if (!this.#options.dialogue.isGreeted) this.#say();
    }
    const now = this.#options.isTimed ? micros() : 0;
    this.#framing.push(rest, (all, from, length) => this.#frame(all, from, length, now));
  }

  #frame(all: Buffer, from: number, length: number, now: number): void {
    const prefix = this.#prefix;
    this.#options.onFrame?.(all, from, length);
    const isChunk = length >= prefix.length && hasAt(all, from, prefix);
    if (!isChunk) {
      if (this.#frames === 0) this.#say();
      return;
    }
    this.#frames += 1;
    this.#bytes += length;
    this.#options.onChunk?.(this.#options.isTimed ? now - this.#dueOf(all, from) : 0);
  }

  #dueOf(all: Buffer, from: number): number {
    const mark = all.indexOf(DUE_MARK, from + this.#prefix.length) + 1;
    return Number(all.toString('latin1', mark, mark + DUE_DIGITS));
  }

  /** One thing at a time: the next when something came back. */
  #say(): void {
    const text = this.#options.dialogue.says?.[this.#said];
    this.#said += 1;
    if (text === undefined) return;
    this.#send(TEXT, Buffer.from(text));
  }

  #send(kind: number, payload: Buffer): void {
    // Masked with zeros: that is a mask too.
    this.#socket.write(Buffer.concat([Buffer.from([kind, 0x80 | payload.length, 0, 0, 0, 0]), payload]));
  }
}

const TEXT = 0x81;
const PONG = 0x8a;

function requestOf({ transport, path, body }: Dialogue, port: number): string {
  const lines = [`${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`];
  if (transport === 'ws') {
    const key = randomBytes(16).toString('base64');
    lines.push('Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${key}`);
  } else {
    lines.push('Accept: text/event-stream');
  }
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
