import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { DUE_DIGITS, DUE_MARK, micros } from './clock.ts';
import type { Dialogue, Received } from './contract.ts';

export interface ReaderOptions {
  readonly port: number;
  readonly path: string;
  readonly dialogue: Dialogue;
  /** Also note how late each chunk came. */
  readonly isTimed: boolean;
  /** Called for each chunk with how late it was, in microseconds; 0 when that is not asked for. */
  onChunk(late: number): void;
}

/**
 * The same bare reader for every side: a WebSocket client that looks at a frame's length and its first bytes. It answers
 * no pings: no lap is so long.
 */
export class Reader {
  readonly #options: ReaderOptions;
  readonly #socket: Socket;
  readonly #prefix: Buffer;
  #rest: Buffer = Buffer.alloc(0);
  #isOpen = false;
  #said = 0;
  #frames = 0;
  #bytes = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#prefix = Buffer.from(options.dialogue.chunkPrefix);
    this.#socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (bytes) => this.#take(bytes));
    const key = randomBytes(16).toString('base64');
    this.#socket.write(
      `GET ${options.path} HTTP/1.1\r\nHost: 127.0.0.1:${options.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
  }

  get received(): Received {
    return { frames: this.#frames, bytes: this.#bytes };
  }

  /** Rejects when the connection breaks. */
  broken(): Promise<never> {
    return new Promise((_, reject) => {
      this.#socket.once('error', reject);
      this.#socket.once('close', () => reject(new Error('the server closed the connection')));
    });
  }

  close(): void {
    this.#socket.removeAllListeners('close').destroy();
  }

  #take(bytes: Buffer): void {
    let all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    if (!this.#isOpen) {
      const end = all.indexOf('\r\n\r\n');
      if (end < 0) {
        this.#rest = all;
        return;
      }
      const head = all.toString('latin1', 0, end);
      if (!head.startsWith('HTTP/1.1 101')) throw new Error(`not upgraded: ${head}`);
      this.#isOpen = true;
      all = all.subarray(end + 4);
      if (!this.#options.dialogue.isGreeted) this.#say();
    }
    this.#rest = all.subarray(this.#readFrames(all));
  }

  /** Returns where the first frame begins that is not whole. */
  #readFrames(all: Buffer): number {
    const now = this.#options.isTimed ? micros() : 0;
    let at = 0;
    while (all.length - at >= 2) {
      const short = (all[at + 1] as number) & 0x7f;
      const header = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (all.length - at < header) break;
      const length = short < 126 ? short : short === 126 ? all.readUInt16BE(at + 2) : all.readUInt32BE(at + 6);
      if (all.length - at < header + length) break;
      this.#frame(all, at + header, length, now);
      at += header + length;
    }
    return at;
  }

  #frame(all: Buffer, from: number, length: number, now: number): void {
    const prefix = this.#prefix;
    const isChunk = length >= prefix.length && prefix.compare(all, from, from + prefix.length) === 0;
    if (!isChunk) {
      if (this.#frames === 0) this.#say();
      return;
    }
    this.#frames += 1;
    this.#bytes += length;
    this.#options.onChunk(this.#options.isTimed ? now - this.#dueOf(all, from) : 0);
  }

  #dueOf(all: Buffer, from: number): number {
    const mark = all.indexOf(DUE_MARK, from + this.#prefix.length) + 1;
    return Number(all.toString('latin1', mark, mark + DUE_DIGITS));
  }

  /** One thing at a time: the next when something came back. */
  #say(): void {
    const text = this.#options.dialogue.says[this.#said];
    this.#said += 1;
    if (text === undefined) return;
    const payload = Buffer.from(text);
    // Masked with zeros: that is a mask too.
    this.#socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]));
  }
}
