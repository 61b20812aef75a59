import { randomUUID } from 'node:crypto';
import {
  type Command,
  type CommandOf,
  type Cursor,
  type Frame,
  type Outcome,
  parseCursor,
  type StreamInfo,
} from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import { detached } from '../detached.ts';
import { refuse, SHUTTING_DOWN } from '../sessions/refuse.ts';
import type { Sender, Session } from '../sessions/session.ts';
import type { SessionRecord } from '../store/contract.ts';
import { submitWithFiles } from './attached.ts';
import { type Begun, BegunTurns } from './begun.ts';
import { withChoices } from './choices.ts';
import { failure } from './failure.ts';
import { formatOf, plainBytes } from './format.ts';
import { control, noRun, notFound, senderOf, type Visit, type Wire } from './perform.ts';
import { cursorAt } from './place.ts';
import { type Attachment, Shown } from './shown.ts';
import type { Sink } from './sink.ts';
import { Watcher } from './watcher.ts';

/** One client's connection: takes its commands in order and shows it its session, or sessions. */
export class Conversation {
  readonly #wire: Wire;
  readonly #visit: Visit;
  readonly #sink: Sink;
  readonly #sender: Sender;
  readonly #shown: Shown;
  /** What ends with the connection, where a close means that. */
  readonly #begun: BegunTurns | undefined;
  #stopWaiting: (() => void) | undefined;
  #isClosed = false;
  /** What the command that is being done was greeted with: a refusal may begin with it too. */
  #greeting: string | undefined;

  constructor(wire: Wire, visit: Visit, sink: Sink) {
    this.#wire = wire;
    this.#visit = visit;
    this.#sink = sink;
    this.#sender = senderOf(visit);
    this.#shown = new Shown(mixes(visit), (attachment) => this.#detach(attachment));
    if (visit.dialect.traits.onDisconnect === 'cancel') this.#begun = new BegunTurns();
    wire.tally.of(visit.dialect.name).connections += 1;
  }

  /** The connection is open. */
  async open(): Promise<void> {
    const { session, run, after } = this.#visit;
    await this.#orTurnAway(run !== undefined ? this.#attachToRun(run, after) : this.#show(session));
  }

  /** What cannot be shown ends this connection, and no other. */
  async #orTurnAway(showing: Promise<Outcome>): Promise<void> {
    try {
      const outcome = await showing;
      if (!outcome.ok) this.turnAway(outcome, 'refused');
    } catch (error) {
      this.turnAway(failure(error, this.#wire.report));
    }
  }

  /** Shows the session that the address names, if it names one. */
  async #show(name: string | undefined): Promise<Outcome> {
    if (name === undefined) return DONE;
    const { after, endpoint } = this.#visit;
    const asked = after === undefined ? undefined : parseCursor(after);
    if (after !== undefined && !asked) return noPlace(after);
    this.#greet(name);
    const record = await this.#find(name, false);
    if (this.#isClosed) return DONE;
    if (!record) return asked && asked.seq > 0 ? refuse('INVALID', FUTURE) : this.#awaitSession(name);
    return this.#attach(record, name, asked ?? this.#startingPoint(record, name, endpoint.from ?? 'now'));
  }

  /** Says in the dialect's own words why there is nothing to show. Whoever was not `refused` may try again. */
  turnAway(outcome: Outcome & { ok: false }, why?: 'refused'): void {
    const { dialect, session } = this.#visit;
    this.#send(dialect.server.answer({ type: 'attach', ...(session !== undefined && { session }) }, outcome));
    this.#sink.cut(halvesOf(outcome.error.message)[this.#visit.locale], why);
  }

  /** The address is known before the session is: whoever sends its first message calls it into being for all. */
  #awaitSession(name: string): Outcome {
    const { directory } = this.#wire;
    this.#stopWaiting = directory.await(this.#visit.owner, this.#visit.dialect.name, name, (record) => {
      if (this.#isClosed || this.#shown.latest) return;
      detached(this.#orTurnAway(this.#attach(record, name, START)), this.#wire.report);
    });
    return DONE;
  }

  /** Takes a command and says on the connection what became of it. */
  async receive(command: Command): Promise<void> {
    this.#greeting = undefined;
    const outcome = await this.perform(command);
    const said = this.#visit.dialect.server.answer(command, outcome);
    this.#send(said[0]?.data === this.#greeting ? said.slice(1) : said);
  }

  async perform(command: Command): Promise<Outcome> {
    if (command.wants) this.#sink.format = formatOf(this.#sink.format.framing, command.wants);
    switch (command.type) {
      case 'attach':
        return this.#attachTo(command);
      case 'message.send':
        return this.#visit.endpoint.does === 'attach' ? refuse('NOT_ALLOWED', SHOWS_ONLY) : this.#message(command);
      default:
        return control(this.#wire, this.#visit, { ...command, session: await this.#meantBy(command) });
    }
  }

  /** A command may name a run alone, and that need not be one of the session that was last spoken of. */
  async #meantBy(command: Command): Promise<string | undefined> {
    const { latest } = this.#shown;
    if (command.session !== undefined || !latest) return command.session;
    if (!('runId' in command) || command.runId === undefined) return latest.name;
    const { run, waiting } = await this.#open(latest.record);
    return run?.isCalled(command.runId) || waiting(command.runId) ? latest.name : undefined;
  }

  /** Nothing more can be shown: whoever comes back goes on after what was. */
  leave(): void {
    this.#isClosed = true;
    this.#stopWaiting?.();
    this.#shown.letGoOfAll();
  }

  /** Feeds are soon forgotten, but an answer may take its time: the session remembers what its question is left with. */
  #detach(attachment: Attachment): void {
    const { record, name, feed, watcher } = attachment;
    feed.detach(watcher, this.#wire.now());
    const seen = attachment.watcher.shown;
    const remember = (session: Session) => session.shown(this.#front(name), seen);
    // One that could not be loaded has asked nothing.
    this.#wire.directory.loaded(record.id)?.then(remember, () => undefined);
  }

  /** The connection is gone. */
  async close(): Promise<void> {
    this.#wire.tally.of(this.#visit.dialect.name).connections -= 1;
    this.leave();
    // The newest first: what waits would begin when what is before it is stopped.
    for (const begun of [...(this.#begun?.all ?? [])].reverse()) await this.#cancel(begun);
  }

  async #message(command: CommandOf<'message.send'>): Promise<Outcome> {
    if (this.#wire.directory.isClosing) return SHUTTING_DOWN;
    const name = command.session ?? this.#visit.session;
    const mayCreate = name === undefined || this.#visit.dialect.traits.unknownSession !== 'refuse';
    const record = await this.#find(name, mayCreate);
    if (!record) return notFound(name);
    const session = await this.#open(record);
    const stream = this.#stream(name ?? record.id);
    const { seen = this.#seen(session, stream) } = command;
    const ref = command.ref || randomUUID();
    const message = { ...(await withChoices(this.#wire, this.#visit, record, command)), ref, seen };
    await this.#begun?.tidy((begun) => this.#isUnderWay(begun));
    const known = this.#shown.of(record.id);
    return known ? this.#goOn(session, known, message, stream.id) : this.#begin(session, record, message, stream.id);
  }

  /** In a session that this connection shows already. */
  async #goOn(session: Session, known: Attachment, message: Message, name: string): Promise<Outcome> {
    const { watcher } = known;
    this.#shown.turnTo(known);
    // What was answered before is not answered again to who has seen it: to expect it would be to wait for ever.
    if (!session.hasTaken(message.ref) || session.waiting(message.ref)) {
      watcher.expect(message.ref);
      this.#begun?.add(known.record, message.ref);
    }
    if (this.#visit.session === undefined) this.#greet(name);
    const outcome = await this.#submit(session, message);
    if (outcome.ok) return outcome;
    watcher.forget(message.ref);
    this.#begun?.forget(session.id, message.ref);
    return outcome;
  }

  /** In a session that this connection shows from this message on. */
  async #begin(session: Session, record: SessionRecord, message: Message, name: string): Promise<Outcome> {
    if (this.#shown.isFull) return refuse('BUSY', TOO_MANY_AT_ONCE);
    const before = await this.#placeBefore(session, message.ref);
    const outcome = await this.#submit(session, message);
    if (!outcome.ok) return outcome;
    if (this.#isClosed) {
      await this.#cancel({ record, ref: message.ref });
      return outcome;
    }
    this.#begun?.add(record, message.ref);
    if (this.#visit.session === undefined) this.#greet(name);
    await this.#attach(record, name, before, message.ref);
    return outcome;
  }

  #submit(session: Session, message: Message): Promise<Outcome> {
    return submitWithFiles(this.#wire, this.#visit, session, message, senderOf(this.#visit, this.#sink.format.wants));
  }

  /** Where the answer to a message is still to come. One that is sent again is answered again. */
  async #placeBefore(session: Session, ref: string): Promise<Cursor> {
    if (!session.hasTaken(ref)) return justBefore(session.head + 1);
    const { first } = (await this.#wire.directory.run(this.#visit.owner, ref, session.id)) ?? {};
    // One that answered a question has no run of its own, and is looked for in all that was.
    return first === undefined ? START : justBefore(first);
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
    if (!cursor) return noPlace(after ?? '');
    // Checked first: a refused client goes on with what it was shown before.
    if (await this.#isAhead(record, cursor)) return refuse('INVALID', FUTURE);
    if (this.#visit.session === undefined) this.#greet(name);
    return this.#attach(record, name, cursor);
  }

  /** The stream of one run: from its start, or after a cursor, to its end. */
  async #attachToRun(name: string, after: string | undefined): Promise<Outcome> {
    const run = await this.#runCalled(name);
    const record = run && (await this.#find(run.session, false));
    if (!record) return noRun(name);
    const asked = after === undefined ? START : parseCursor(after);
    if (!asked) return noPlace(after ?? '');
    if (await this.#isAhead(record, asked)) return refuse('INVALID', FUTURE);
    const called = await this.#wire.directory.nameOf(this.#visit.owner, this.#visit.dialect, record.id);
    if (this.#visit.endpoint.framing === 'ws') this.#greet(called);
    const cursor = asked.seq < run.first ? justBefore(run.first) : asked;
    if (run.last !== undefined && cursor.seq >= run.last) {
      this.#sink.end();
      return { ok: true };
    }
    return this.#attach(record, called, cursor, undefined, run.id);
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

  async #isAhead(record: SessionRecord, cursor: Cursor): Promise<boolean> {
    return cursor.seq > (await this.#wire.log.head(record.id));
  }

  async #attach(
    record: SessionRecord,
    name: string,
    after: Cursor | 'now',
    ref?: string,
    run?: string,
  ): Promise<Outcome> {
    if (this.#isClosed) return DONE;
    const feed = this.#wire.feeds.get(record.id, this.#visit.dialect, this.#stream(name), run);
    const watcher = new Watcher({
      sink: this.#sink,
      after,
      byTurn: this.#isByTurn && ref !== undefined,
      // Who asks for cursors follows the session, from run to run.
      endsWithTurn: this.#visit.dialect.traits.afterEnd === 'close' && !this.#sink.format.wants.cursor,
      onTurnEnd: () => this.#endTurn(attachment),
      onEnd: () => this.#sink.end(),
    });
    if (ref !== undefined) watcher.expect(ref);
    const attachment: Attachment = { record, name, feed, watcher };
    this.#shown.turnTo(attachment);
    const isThere = await feed.attach(watcher);
    return isThere ? DONE : refuse('INVALID', FUTURE);
  }

  /** A stream of one turn ends with it; the connection stays where the client can send another message on it. */
  #endTurn(attachment: Attachment): void {
    this.#begun?.ended(attachment.record.id, attachment.watcher.owed);
    this.#shown.answered(attachment);
    const { endpoint, dialect } = this.#visit;
    if (endpoint.framing !== 'ws' || dialect.traits.afterEnd === 'close') this.#sink.end();
  }

  /**
   * A close means "stop" in some dialects: for the one who started the turn, if nobody else watches. A turn that has not
   * begun nobody can watch.
   */
  async #cancel({ record, ref }: Begun): Promise<void> {
    if (!this.#begun || this.#sink.format.wants.cursor) return;
    if (this.#wire.directory.isClosing) return;
    const session = await this.#open(record);
    const run = session.run?.answers(ref) ? session.run : undefined;
    const mayStop = run && run.status !== 'awaiting_input' && !this.#wire.feeds.isSeen(record.id, run);
    const runId = mayStop ? run.runId : session.waiting(ref)?.runId;
    if (runId !== undefined) await session.submit({ type: 'run.stop', runId, reason: 'disconnected' }, this.#sender);
  }

  /** Sessions with work to do are all in memory. */
  async #isUnderWay({ record, ref }: Begun): Promise<boolean> {
    const session = await this.#wire.directory.loaded(record.id)?.catch(() => undefined);
    return session !== undefined && (session.run?.answers(ref) || session.waiting(ref) !== undefined);
  }

  /** Whether the stream is one of answers to this client's messages, or of all that happens in the session. */
  get #isByTurn(): boolean {
    const { endpoint, dialect } = this.#visit;
    if (endpoint.framing !== 'ws') return endpoint.does === 'converse';
    return dialect.traits.stream === 'turn' && endpoint.session !== 'path';
  }

  #startingPoint(record: SessionRecord, name: string, from: 'start' | 'now'): Cursor | 'now' {
    if (from === 'start') return START;
    const feed = this.#wire.feeds.get(record.id, this.#visit.dialect, this.#stream(name));
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

  /**
   * How far the user can have read. Who is connected has seen what was written here, and nothing of what was before they
   * came; of others it is known what was last shown in this way.
   */
  #seen(session: Session, stream: StreamInfo): number {
    const attachment = this.#shown.of(session.id);
    if (attachment) return attachment.watcher.shown;
    const given = this.#wire.feeds.get(session.id, this.#visit.dialect, stream).seen.seq;
    return Math.max(given, session.seenBy(this.#front(stream.id)));
  }

  /** What one user may look at: a session as this dialect shows it. */
  #front(name: string): string {
    const { dialect, endpoint, locale } = this.#visit;
    return [dialect.name, name, endpoint.variant, locale].join('\0');
  }

  #greet(name: string): void {
    const greeting = this.#visit.dialect.server.greet(this.#stream(name), this.#wire.now());
    this.#greeting = greeting.at(-1)?.data;
    this.#send(greeting);
  }

  #send(frames: readonly Frame[]): void {
    if (frames.length > 0 && !this.#isClosed) this.#sink.write(plainBytes(this.#sink.format.framing, frames));
  }
}

type Message = CommandOf<'message.send'> & { readonly ref: string };

const START: Cursor = { seq: 0, sub: 0 };
const DONE: Outcome = { ok: true };

function justBefore(seq: number): Cursor {
  return { seq: seq - 1, sub: Number.MAX_SAFE_INTEGER };
}

/** Frames of a session's stream tell their session where the address does not; those of a turn need not. */
function mixes({ endpoint, dialect }: Visit): boolean {
  return endpoint.session === 'message' && dialect.traits.stream === 'session';
}

const TOO_MANY_AT_ONCE =
  'Too many sessions are busy on this connection. Wait for one to end. / 此连接上同时进行的会话过多，请等待其中之一结束。';
const FUTURE = 'The cursor is ahead of the session. / 游标超前于该会话。';
const SHOWS_ONLY = 'This address only shows; send messages to the session. / 此地址只供查看，请向会话发送消息。';

function noPlace(after: string): Outcome {
  const shown = after.slice(0, MAX_SHOWN_CHARS);
  return refuse('INVALID', `${shown} is no place in this session. / ${shown} 不是该会话中的位置。`);
}
const MAX_SHOWN_CHARS = 64;
