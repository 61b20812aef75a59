import type { Socket } from 'node:net';
import {
  type Command,
  type Decoded,
  type Decoder,
  type Dialect,
  MAX_FRAME_CHARS,
  type Outcome,
  readWs,
  type Wants,
} from '@polywire/protocol';
import type { RawData, WebSocket } from 'ws';
import { refuse } from '../sessions/refuse.ts';
import type { Visit, Wire } from './contract.ts';
import { Conversation } from './conversation.ts';
import { fileTooLarge } from './form.ts';
import { asBuffer, withoutToken } from './knock.ts';
import { charsBesideFiles, type LargeFrames, LargeFrameWatch, largestFile, type Receiver } from './large-frames.ts';
import { type Shares, TOO_MANY_MESSAGES } from './limits.ts';
import { heard } from './silence.ts';
import type { Sink } from './sink.ts';
import { type Listener, TakeTurns } from './take-turns.ts';
import { closeReason, WsSink } from './ws-sink.ts';

export interface SocketLineOptions {
  readonly ws: WebSocket;
  readonly socket: Socket;
  readonly wants: Wants;
  readonly visit: Visit;
  readonly wire: Wire;
  readonly shares: Shares;
  readonly largeFrames: LargeFrames;
  report(error: unknown): void;
  onIssue(dialect: string, reason: string): void;
}

/** One WebSocket: its frames become commands of a conversation, one after another. Thousands may wait, so it is small. */
export class SocketLine implements Receiver, Listener {
  readonly #options: SocketLineOptions;
  readonly #sink: Sink;
  readonly #conversation: Conversation;
  readonly #commands: Decoder<Command>;
  readonly #turns: TakeTurns;
  /** Where larger frames than elsewhere are taken. */
  readonly #large: LargeFrameWatch | undefined;
  /** A client's commands take effect in the order in which it sent them. */
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(options: SocketLineOptions) {
    const { ws, socket, wants, visit, wire, shares, largeFrames } = options;
    this.#options = options;
    this.#sink = new WsSink(ws, socket, wants);
    this.#conversation = new Conversation(wire, visit, this.#sink);
    this.#commands = this.#dialect.server.commands();
    this.#turns = new TakeTurns(ws, this);
    if (this.#maxChars > MAX_FRAME_CHARS) {
      this.#large = new LargeFrameWatch(socket, largeFrames, shares.limits.requestMs, this);
    }
    this.#next(() => this.#conversation.open());
    ws.on('message', (data, isBinary) => this.take(data, isBinary));
    ws.on('ping', (data) => this.#pong(data));
    // The code of the close says what was wrong with a frame: give it the time to arrive.
    ws.on('error', endSoon);
    ws.on('close', () => {
      this.#large?.arrived()?.();
      this.#next(() => this.#conversation.close());
    });
  }

  /** Nobody else's connection ends with a mistake of ours in this one. */
  take(data: RawData, isBinary: boolean): void {
    try {
      this.#take(data, isBinary);
    } catch (error) {
      this.#fail(error);
    }
  }

  get mayGoOn(): boolean {
    return this.#waiting < MAX_WAITING;
  }

  get #dialect(): Dialect {
    return this.#options.visit.dialect;
  }

  get #maxChars(): number {
    return this.#options.visit.endpoint.maxFrameChars ?? MAX_FRAME_CHARS;
  }

  onLife(): void {
    heard.call(this.#options.ws);
  }

  onTooMany(): void {
    this.#refuseLarge(TOO_MANY_LARGE);
  }

  onTooSlow(): void {
    this.#refuseLarge(TOO_SLOW);
  }

  /** What is still to come of it is not read. */
  #refuseLarge(reason: string): void {
    this.#sink.cut(reason);
    this.#options.ws.pause();
  }

  #take(data: RawData, isBinary: boolean): void {
    const done = this.#large?.arrived();
    try {
      this.#takeFrame(data, isBinary);
    } finally {
      if (done) this.#next(async () => done());
    }
  }

  #takeFrame(data: RawData, isBinary: boolean): void {
    const { wire, visit, shares } = this.#options;
    if (!this.#mayAnswer()) return;
    const { frames, issue } = readWs(isBinary ? asBuffer(data) : data.toString(), { maxChars: this.#maxChars });
    if (issue) this.#refuseFrame(issue, issue.includes('UTF-8') ? 1007 : 1009);
    for (const frame of frames) {
      const decoded = this.#commands.push(frame);
      const chars = frame.data.length;
      if (chars > MAX_FRAME_CHARS && !isLargeByFiles(decoded)) return this.#refuseFrame(TOO_LONG, 1009);
      if (decoded.issue) {
        this.#options.onIssue(this.#dialect.name, decoded.issue.reason);
        if (!shares.message(visit.owner, wire.now())) return this.#sink.cut(TOO_MANY);
      }
      if (decoded.replies) this.#next(() => this.#conversation.complain(decoded));
      for (const command of decoded.values) {
        const isWelcome = command.type === 'ping' || shares.message(visit.owner, wire.now(), chars);
        const refused = isWelcome ? this.#tooLarge(command) : refuse('RATE_LIMITED', TOO_MANY_MESSAGES);
        const said = withoutToken(command) as Command;
        this.#next(() => (refused ? this.#conversation.refuse(said, refused) : this.#conversation.receive(said)));
      }
    }
  }

  #refuseFrame(issue: string, code: number): void {
    this.#options.onIssue(this.#dialect.name, 'invalid');
    this.#options.ws.close(code, closeReason(issue));
  }

  /** A file has the same bound, whichever way it comes. */
  #tooLarge(command: Command): Outcome | undefined {
    const { uploadBytes } = this.#options.shares.limits;
    return largestFile(command) > uploadBytes ? refuse('TOO_LARGE', fileTooLarge(uploadBytes)) : undefined;
  }

  #pong(data: Buffer): void {
    if (this.#mayAnswer()) this.#options.ws.pong(data);
  }

  /** Counts a frame. Answers are not in the log: who does not read them gets no more of them. */
  #mayAnswer(): boolean {
    const { ws, socket } = this.#options;
    this.#turns.count();
    // Frames go on coming in from one that was cut, as fast as they can be sent.
    if (ws.readyState !== ws.OPEN) return false;
    if (socket.writableLength <= MAX_UNREAD_BYTES) return true;
    this.#sink.cut(UNREAD);
    return false;
  }

  #next(work: () => Promise<void>): void {
    const { ws } = this.#options;
    this.#waiting += 1;
    if (this.#waiting >= MAX_WAITING) ws.pause();
    this.#turn = this.#turn
      .then(work)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#waiting -= 1;
        if (ws.isPaused && this.#waiting < MAX_WAITING / 2) ws.resume();
      });
  }

  #fail(error: unknown): void {
    this.#options.report(error);
    this.#options.ws.close(1011, 'Internal error. / 内部错误。');
  }
}

/** What is beyond the bound of all frames must be files. */
function isLargeByFiles({ values, issue }: Decoded<Command>): boolean {
  return !issue && values.every((command) => charsBesideFiles(command) <= MAX_FRAME_CHARS);
}

function endSoon(this: WebSocket): void {
  setTimeout(() => this.terminate(), CLOSE_GRACE_MS).unref();
}

/** What a close that was said is given to arrive. */
export const CLOSE_GRACE_MS = 2_000;
/** Commands of one client that are not done yet: more are not read from its socket until some are. */
const MAX_WAITING = 64;
const MAX_UNREAD_BYTES = 1024 * 1024;
const TOO_LONG = 'The message is too long without its files. / 除文件外，消息过长。';
const TOO_MANY = 'Too many messages. / 消息过多。';
const TOO_MANY_LARGE = 'Too many large messages at once: send it again. / 大消息过多，请重新发送。';
const TOO_SLOW = 'The message took too long to come. / 消息传送时间过长。';
const UNREAD = 'The answers are not read. / 应答未被读取。';
