import {
  type Command,
  type CommandOf,
  type Dialect,
  type Endpoint,
  formatCursor,
  type Outcome,
  type StreamInfo,
  type Wants,
} from '@polywire/protocol';
import type { Wire } from '../../packages/server/src/wire/contract.ts';
import { Conversation } from '../../packages/server/src/wire/conversation.ts';
import { failure } from '../../packages/server/src/wire/failure.ts';
import { formatOf, type StreamFraming } from '../../packages/server/src/wire/format.ts';
import type { Judge } from './judge.ts';
import { judgeOutcome } from './judge-outcome.ts';
import { Pipe } from './pipe.ts';
import { readFrames } from './read-frames.ts';
import { isShownAs, type Stream } from './stream.ts';

export interface ClientOptions {
  readonly name: string;
  readonly owner: string;
  readonly session: string;
  /** The session as its dialect names it. */
  readonly sessionName: string;
  readonly dialect: Dialect;
  readonly framing: StreamFraming;
  readonly wants: Wants;
  /** How heavy a byte is in its buffer: a reader of heavy ones is slow. */
  readonly weight: number;
  readonly judge: Judge;
}

interface Connection {
  readonly pipe: Pipe;
  readonly conversation: Conversation;
  readonly isDead: () => boolean;
  turn: Promise<void>;
}

/** What a client sent and what it was told of that. */
export interface Sent {
  readonly command: Command;
  readonly told: Outcome[];
  attempts: number;
  isOnTheWay: boolean;
}

/** One front end: comes and goes, reads when it likes, and holds every frame that it is shown against what may be. */
export class Client {
  readonly options: ClientOptions;
  readonly #endpoint: Endpoint;
  readonly #info: StreamInfo;
  readonly #stream: Stream;
  readonly sent: Sent[] = [];
  #connection: Connection | undefined;
  /** How many frames of the stream it has. */
  #shown = 0;
  /** The last frame's place. */
  #cursor: { seq: number; sub: number } | undefined;
  #count = 0;

  constructor(options: ClientOptions) {
    this.options = options;
    const { dialect, sessionName, judge, session } = options;
    this.#endpoint = dialect.endpoints.find(({ framing, does }) => framing === 'ws' && does === 'converse') as Endpoint;
    const variant = this.#endpoint.variant ?? (dialect.traits.variants[0] as string);
    this.#info = { id: sessionName, variant, utcOffsetMin: 0, locale: 'en', baseUrl: '' };
    this.#stream = judge.stream(session, dialect, this.#info);
  }

  get isConnected(): boolean {
    return this.#connection !== undefined;
  }

  get hasUnread(): boolean {
    return this.#connection?.pipe.hasUnread ?? false;
  }

  /** Seq of the last event that it was shown something of. */
  get seen(): number {
    return this.#cursor?.seq ?? 0;
  }

  /** It has everything that it is to be shown. */
  get isUpToDate(): boolean {
    return this.#stream.next(this.#shown, this.options.wants) === undefined;
  }

  /** Commands whose fate it does not know. */
  get unanswered(): readonly Sent[] {
    return this.sent.filter(({ told }) => told.length === 0);
  }

  newRef(): string {
    this.#count += 1;
    return `${this.options.name}.${this.#count}`;
  }

  connect(wire: Wire, isDead: () => boolean): void {
    const { owner, dialect, framing, wants, weight, sessionName, judge, name } = this.options;
    const pipe = new Pipe(formatOf(framing, wants), weight, isDead, (bytes) => this.#judgeTime(bytes));
    const { locale, baseUrl } = this.#info;
    const caller = name;
    const visit = {
      dialect,
      endpoint: this.#endpoint,
      owner,
      caller,
      session: sessionName,
      locale,
      baseUrl,
      after: undefined,
    };
    const conversation = new Conversation(wire, visit, pipe);
    const connection: Connection = { pipe, conversation, isDead, turn: Promise.resolve() };
    this.#connection = connection;
    const after = this.#cursor && formatCursor(this.#cursor);
    judge.note(`${name} connects after ${after ?? 'nothing'}`);
    const attach: Command = { type: 'attach', session: sessionName, ...(after !== undefined && { after }) };
    this.#do(connection, attach, (outcome) => {
      if (!outcome.ok) judge.object(`${name} cannot go on after ${after}: ${outcome.error.message}`);
    });
  }

  /** What was written to it and not read is lost on the way. */
  disconnect(): void {
    const connection = this.#connection;
    if (!connection) return;
    this.options.judge.note(`${this.options.name} is gone`);
    this.#connection = undefined;
    connection.pipe.end();
    this.#next(connection, () => connection.conversation.close());
    for (const sent of this.sent) sent.isOnTheWay = false;
  }

  /** Takes at most so much of what was written. */
  read(count: number): void {
    const connection = this.#connection;
    if (!connection) return;
    for (const bytes of connection.pipe.read(count)) this.#take(bytes);
    if (connection.pipe.isEnded && !connection.pipe.hasUnread) this.disconnect();
  }

  /** Sends a command, or sends it again. */
  send(command: Command, again?: Sent): void {
    const connection = this.#connection;
    if (!connection) return;
    const { judge, name, session } = this.options;
    const sent = again ?? { command, told: [], attempts: 0, isOnTheWay: true };
    if (!again) this.sent.push(sent);
    sent.attempts += 1;
    sent.isOnTheWay = true;
    judge.note(`${name} sends ${JSON.stringify(command)}`);
    this.#do(connection, command, (outcome) => {
      if (this.#connection !== connection) return;
      judge.note(`${name} is told ${JSON.stringify(outcome)} of ${command.type} ${command.ref ?? ''}`);
      sent.told.push(outcome);
      sent.isOnTheWay = false;
      judgeOutcome(judge, session, sent, outcome);
    });
  }

  message(text: string, agent?: string): void {
    const named = agent === undefined ? {} : { agent };
    const command: CommandOf<'message.send'> = { type: 'message.send', text, ref: this.newRef(), ...named };
    this.send(command);
  }

  /** A client's commands are taken one after another, as on any connection. */
  #next(connection: Connection, work: () => Promise<void>): void {
    const { judge, name } = this.options;
    connection.turn = connection.turn.then(work).catch((error: unknown) => {
      if (!connection.isDead()) judge.object(`${name}: ${(error as Error).stack}`);
    });
  }

  #do(connection: Connection, command: Command, told: (outcome: Outcome) => void): void {
    const { judge, name } = this.options;
    this.#next(connection, async () => {
      const outcome = await connection.conversation
        .perform(command)
        .catch((error: unknown) => failure(error, (unknown) => judge.note(`${name}: ${unknown}`)));
      if (connection.isDead()) return;
      if (!outcome.ok && outcome.error.code === 'INTERNAL') judge.object(`${name} met an error inside the server`);
      told(outcome);
    });
  }

  /** At the moment when the server lets it go. */
  #judgeTime(bytes: Buffer): void {
    const { framing, judge, name, session } = this.options;
    const durable = judge.past(session).length;
    for (const { data, seq = 0 } of readFrames[framing](bytes))
      if (seq > durable) judge.object(`${name} was sent what is not durable: ${data}`);
  }

  #take(bytes: Buffer): void {
    const { framing, wants, judge, name } = this.options;
    for (const { data, seq } of readFrames[framing](bytes)) {
      if (seq === undefined) {
        if (!this.#stream.mayPreview(data)) judge.object(`${name} was shown what is not so: ${data}`);
        continue;
      }
      const next = this.#stream.next(this.#shown, wants);
      if (!next) return judge.object(`${name} was shown what is not durable: ${data}`);
      if (!isShownAs(next.frame, data, framing, wants))
        return judge.object(`${name} was shown ${data} where ${formatCursor(next.frame)} was due: ${next.frame.data}`);
      this.#shown = next.shown;
      this.#cursor = { seq: next.frame.seq, sub: next.frame.sub };
      judge.note(`${name} sees ${formatCursor(next.frame)}`);
    }
  }
}
