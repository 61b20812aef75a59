import { randomUUID } from 'node:crypto';
import {
  type Command,
  type CommandOf,
  type Cursor,
  type Dialect,
  type Frame,
  type Outcome,
  parseCursor,
  type StreamInfo,
} from '@polywire/protocol';
import { refuse } from '../sessions/refuse.ts';
import type { Sender, Session } from '../sessions/session.ts';
import type { SessionRecord } from '../store/contract.ts';
import { withChoices } from './choices.ts';
import type { Feed } from './feed.ts';
import { control, notFound, senderOf, type Visit, type Wire } from './perform.ts';
import { plainBytes } from './piece.ts';
import { cursorAt } from './place.ts';
import type { Sink } from './sink.ts';
import { Watcher } from './watcher.ts';

interface Attachment {
  readonly record: SessionRecord;
  readonly name: string;
  readonly feed: Feed;
  readonly watcher: Watcher;
}

/** One client's connection: takes its commands in order and shows it its session. */
export class Conversation {
  readonly #wire: Wire;
  readonly #visit: Visit;
  readonly #sink: Sink;
  readonly #sender: Sender;
  #attached: Attachment | undefined;
  #stopWaiting: (() => void) | undefined;
  #isClosed = false;

  constructor(wire: Wire, visit: Visit, sink: Sink) {
    this.#wire = wire;
    this.#visit = visit;
    this.#sink = sink;
    this.#sender = senderOf(visit);
    wire.tally.of(visit.dialect.name).connections += 1;
  }

  /** The connection is open. */
  async open(): Promise<void> {
    const { session, run, endpoint, dialect } = this.#visit;
    if (run !== undefined) return this.#openRun(run);
    if (session === undefined) return;
    this.#greet(session);
    const record = await this.#find(session, false);
    if (this.#isClosed) return;
    if (!record) return this.#awaitSession(session);
    const after = this.#startingPoint(record, session, endpoint.from ?? 'now', dialect);
    if (!(await this.#attach(record, session, after))) this.#sink.cut(FUTURE);
  }

  async #openRun(run: string): Promise<void> {
    const outcome = await this.#attachToRun(run, this.#visit.after);
    if (!outcome.ok) this.#sink.cut(outcome.error.message);
  }

  /** The address is known before the session is: whoever sends its first message calls it into being for all. */
  #awaitSession(name: string): void {
    const { directory } = this.#wire;
    this.#stopWaiting = directory.await(this.#visit.owner, this.#visit.dialect.name, name, (record) => {
      if (!this.#isClosed && !this.#attached) void this.#attach(record, name, START);
    });
  }

  /** Takes a command and says on the connection what became of it. */
  async receive(command: Command): Promise<void> {
    const outcome = await this.perform(command);
    this.#send(this.#visit.dialect.server.answer(command, outcome));
  }

  async perform(command: Command): Promise<Outcome> {
    if (command.wants) this.#sink.wants = command.wants;
    switch (command.type) {
      case 'attach':
        return this.#attachTo(command);
      case 'message.send':
        return this.#visit.endpoint.does === 'attach' ? refuse('NOT_ALLOWED', SHOWS_ONLY) : this.#message(command);
      default:
        return control(this.#wire, this.#visit, { ...command, session: command.session ?? this.#attached?.name });
    }
  }

  /** The connection is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wire.tally.of(this.#visit.dialect.name).connections -= 1;
    this.#stopWaiting?.();
    const attached = this.#attached;
    if (!attached) return;
    const { record, feed, watcher } = attached;
    const { owed } = watcher;
    feed.detach(watcher, this.#wire.now());
    if (owed !== undefined) await this.#cancel(record, owed);
  }

  async #message(command: CommandOf<'message.send'>): Promise<Outcome> {
    if (this.#wire.directory.isClosing)
      return refuse('SHUTTING_DOWN', 'The server is shutting down. / 服务器正在关闭。');
    const name = command.session ?? this.#visit.session;
    const mayCreate = name === undefined || this.#visit.dialect.traits.unknownSession !== 'refuse';
    const record = await this.#find(name, mayCreate);
    if (!record) return notFound(name);
    const session = await this.#open(record);
    const stream = this.#stream(name ?? record.id);
    const feed = this.#wire.feeds.get(record.id, this.#visit.dialect, stream);
    const ref = command.ref ?? randomUUID();
    const seen = command.seen ?? feed.seen.seq;
    const before: Cursor = { seq: session.head, sub: Number.MAX_SAFE_INTEGER };
    const attached = this.#attached?.record.id === record.id ? this.#attached.watcher : undefined;
    attached?.expect(ref);
    if (attached && this.#visit.session === undefined) this.#greet(stream.id);
    const outcome = await session.submit(
      { ...withChoices(this.#wire, this.#visit, record, command), ref, seen },
      this.#sender,
    );
    if (!outcome.ok) attached?.forget(ref);
    if (!outcome.ok || attached || this.#isClosed) return outcome;
    if (this.#visit.session === undefined) this.#greet(stream.id);
    await this.#attach(record, stream.id, before, ref);
    return outcome;
  }

  async #attachTo(command: CommandOf<'attach'>): Promise<Outcome> {
    const { endpoint, run } = this.#visit;
    // What a request says in its headers is said anew with each request, the address of a socket only once.
    const after = command.after ?? (endpoint.framing === 'ws' ? undefined : this.#visit.after);
    if (run !== undefined && command.session === undefined) return this.#attachToRun(run, after);
    const name = command.session ?? this.#visit.session;
    const record = name === undefined ? undefined : await this.#find(name, false);
    if (!record || name === undefined) return notFound(name);
    const cursor = after === undefined ? START : await this.#cursorAt(record, name, after);
    if (!cursor) return refuse('INVALID', `${after} is no place in this session. / ${after} 不是该会话中的位置。`);
    if (this.#visit.session === undefined) this.#greet(name);
    return (await this.#attach(record, name, cursor)) ? { ok: true } : refuse('INVALID', FUTURE);
  }

  /** The stream of one run: from its start, or after a cursor, to its end. */
  async #attachToRun(name: string, after: string | undefined): Promise<Outcome> {
    const run = await this.#runCalled(name);
    const record = run && (await this.#find(run.session, false));
    if (!record) return refuse('NOT_FOUND', `There is no run ${name}. / 没有运行 ${name}。`);
    const asked = after === undefined ? START : parseCursor(after);
    if (!asked) return refuse('INVALID', `${after} is no cursor. / ${after} 不是游标。`);
    const called = await this.#wire.directory.nameOf(this.#visit.owner, this.#visit.dialect, record.id);
    if (this.#visit.endpoint.framing === 'ws') this.#greet(called);
    const start: Cursor = { seq: run.first - 1, sub: Number.MAX_SAFE_INTEGER };
    const cursor = asked.seq < run.first ? start : asked;
    if (run.last !== undefined && cursor.seq >= run.last) {
      this.#sink.end();
      return { ok: true };
    }
    const isThere = await this.#attach(record, called, cursor, undefined, run.id);
    return isThere ? { ok: true } : refuse('INVALID', FUTURE);
  }

  /** One that waits for its turn begins after its message. */
  async #runCalled(name: string) {
    const { directory } = this.#wire;
    const { id, session, first, last } = (await directory.run(this.#visit.owner, name)) ?? {};
    if (id !== undefined && session !== undefined && first !== undefined) return { id, session, first, last };
    const waiting = await directory.waiting(this.#visit.owner, name);
    if (!waiting) return undefined;
    return { id: waiting.runId, session: waiting.session, first: waiting.message.seq + 1, last: undefined };
  }

  /** False where the cursor is of an event that has not happened. */
  async #attach(
    record: SessionRecord,
    name: string,
    after: Cursor | 'now',
    ref?: string,
    run?: string,
  ): Promise<boolean> {
    if (this.#attached) this.#attached.feed.detach(this.#attached.watcher, this.#wire.now());
    const feed = this.#wire.feeds.get(record.id, this.#visit.dialect, this.#stream(name), run);
    const watcher = new Watcher({
      sink: this.#sink,
      after,
      byTurn: this.#isByTurn && ref !== undefined,
      onTurnEnd: () => this.#endTurn(),
      onEnd: () => this.#sink.end(),
    });
    if (ref !== undefined) watcher.expect(ref);
    this.#attached = { record, name, feed, watcher };
    return feed.attach(watcher);
  }

  /** A stream of one turn ends with it; the connection stays where the client can send another message on it. */
  #endTurn(): void {
    const { endpoint, dialect } = this.#visit;
    if (endpoint.framing !== 'ws' || dialect.traits.afterEnd === 'close') this.#sink.end();
  }

  /** A close means "stop" in some dialects: for the one who started the turn, if nobody else watches. */
  async #cancel(record: SessionRecord, owed: string): Promise<void> {
    const { dialect } = this.#visit;
    if (dialect.traits.onDisconnect !== 'cancel' || this.#sink.wants.cursor) return;
    if (this.#wire.directory.isClosing || this.#wire.feeds.watchers(record.id) > 0) return;
    const session = await this.#open(record);
    if (session.run?.ref !== owed || session.run.status === 'awaiting_input') return;
    await session.submit({ type: 'run.stop', reason: 'disconnected' }, this.#sender);
  }

  /** Whether the stream is one of answers to this client's messages, or of all that happens in the session. */
  get #isByTurn(): boolean {
    const { endpoint, dialect } = this.#visit;
    if (endpoint.framing !== 'ws') return endpoint.does === 'converse';
    return dialect.traits.stream === 'turn' && endpoint.session !== 'path';
  }

  #startingPoint(record: SessionRecord, name: string, from: 'start' | 'now', dialect: Dialect): Cursor | 'now' {
    const asked = this.#visit.after === undefined ? undefined : parseCursor(this.#visit.after);
    if (asked) return asked;
    if (from === 'start') return START;
    const feed = this.#wire.feeds.get(record.id, dialect, this.#stream(name));
    return feed.resumePoint(this.#wire.now()) ?? 'now';
  }

  #cursorAt(record: SessionRecord, name: string, place: string): Promise<Cursor | undefined> {
    return cursorAt(this.#wire.log, record.id, this.#visit.dialect, this.#stream(name), place);
  }

  #find(name: string | undefined, create: boolean): Promise<SessionRecord | undefined> {
    return this.#wire.directory.find(this.#visit.owner, this.#visit.dialect.name, name, create);
  }

  #open(record: SessionRecord): Promise<Session> {
    return this.#wire.directory.open(this.#visit.owner, record.id);
  }

  #stream(id: string): StreamInfo {
    const { dialect, endpoint, locale, baseUrl } = this.#visit;
    const variant = endpoint.variant ?? (dialect.traits.variants[0] as string);
    return { id, variant, utcOffsetMin: this.#wire.utcOffsetMin, locale, baseUrl };
  }

  #greet(name: string): void {
    this.#send(this.#visit.dialect.server.greet(this.#stream(name), this.#wire.now()));
  }

  #send(frames: readonly Frame[]): void {
    if (frames.length > 0 && !this.#isClosed) this.#sink.write(plainBytes(this.#sink.framing, frames));
  }
}

const START: Cursor = { seq: 0, sub: 0 };

const FUTURE = 'the cursor is ahead of the session';
const SHOWS_ONLY = 'This address only shows; send messages to the session. / 此地址只供查看，请向会话发送消息。';
