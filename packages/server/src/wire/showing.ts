import {
  type CommandOf,
  type Cursor,
  type Frame,
  type Outcome,
  parseCursor,
  type StreamInfo,
} from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import { detached } from '../detached.ts';
import { refuse } from '../sessions/refuse.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionRecord } from '../store/contract.ts';
import type { BegunTurns } from './begun.ts';
import type { Visit, Wire } from './contract.ts';
import { failure } from './failure.ts';
import { plainBytes } from './format.ts';
import { answerGreeting, greeting, streamOf } from './greeting.ts';
import { noRun, notFound } from './not-found.ts';
import { cursorAt, justBefore, noPlace, START } from './place.ts';
import { type Attachment, Shown } from './shown.ts';
import type { Sink } from './sink.ts';
import { Watcher, type WatcherHost } from './watcher.ts';

/** Shows one client its session, or sessions, or one run: each from the place on where the client is to go on. */
export class Showing implements WatcherHost {
  readonly shown: Shown;
  readonly #wire: Wire;
  readonly #visit: Visit;
  readonly #sink: Sink;
  readonly #begun: BegunTurns | undefined;
  #stopWaiting: (() => void) | undefined;
  #isClosed = false;

  /** `begun` hears which turns are over. */
  constructor(wire: Wire, visit: Visit, sink: Sink, begun: BegunTurns | undefined) {
    this.#wire = wire;
    this.#visit = visit;
    this.#sink = sink;
    this.#begun = begun;
    this.shown = new Shown(mixes(visit), (attachment) => this.#detach(attachment));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Shows what the address names, if it names anything. */
  async open(): Promise<void> {
    const { session, run, after } = this.#visit;
    await this.#orTurnAway(run !== undefined ? this.#showRun(run, after) : this.#showSession(session));
  }

  /** Says in the dialect's own words why there is nothing to show. Whoever was not `refused` may try again. */
  turnAway(outcome: Outcome & { ok: false }, why?: 'refused'): void {
    const { dialect, session } = this.#visit;
    this.send(dialect.server.answer({ type: 'attach', ...(session !== undefined && { session }) }, outcome));
    this.#sink.cut(halvesOf(outcome.error.message)[this.#visit.locale], why);
  }

  /** Shows what a command names. */
  async attach(command: CommandOf<'attach'>): Promise<Outcome> {
    const { endpoint, run } = this.#visit;
    // What a request says in its headers is said anew with each request, the address of a socket only once.
    const after = command.after ?? (endpoint.framing === 'ws' ? undefined : this.#visit.after);
    if (run !== undefined && command.session === undefined) return this.#showRun(run, after);
    const name = command.session ?? this.#visit.session;
    const record = name === undefined ? undefined : await this.#find(name);
    if (!record || name === undefined) return notFound(name);
    const cursor = after === undefined ? START : await this.#cursorAt(record, name, after);
    if (!cursor) return noPlace(after ?? '');
    // Checked first: a refused client goes on with what it was shown before.
    if (await this.#isAhead(record, cursor)) return refuse('INVALID', FUTURE);
    this.beginAnswer(name);
    return this.show(record, name, cursor);
  }

  /** Shows a session from a place on; with `ref`, the turn that answers that message; with `run`, that run alone. */
  async show(record: SessionRecord, name: string, after: Cursor | 'now', ref?: string, run?: string): Promise<Outcome> {
    if (this.#isClosed) return DONE;
    const feed = this.#wire.feeds.get(record.id, this.#visit.dialect, this.#stream(name), run);
    const watcher = new Watcher({
      sink: this.#sink,
      after,
      byTurn: this.#isByTurn && ref !== undefined,
      // Who asks for cursors follows the session, from run to run.
      endsWithTurn: this.#visit.dialect.traits.afterEnd === 'close' && !this.#sink.format.wants.cursor,
      host: this,
    });
    if (ref !== undefined) watcher.expect(ref);
    const attachment: Attachment = { record, name, feed, watcher };
    this.shown.turnTo(attachment);
    const isThere = await feed.attach(watcher);
    return isThere ? DONE : refuse('INVALID', FUTURE);
  }

  beginAnswer(name: string): void {
    this.send(answerGreeting(this.#visit, this.#wire, name));
  }

  send(frames: readonly Frame[]): void {
    if (frames.length > 0 && !this.#isClosed) this.#sink.write(plainBytes(this.#sink.format.framing, frames));
  }

  /**
   * How far the user can have read. Who is connected has seen what was written here, and nothing of what was before they
   * came; of others it is known what was last shown in this way.
   */
  seen(session: Session, name: string): number {
    const attachment = this.shown.of(session.id);
    if (attachment) return attachment.watcher.shown;
    const given = this.#wire.feeds.get(session.id, this.#visit.dialect, this.#stream(name)).seen.seq;
    return Math.max(given, session.seenBy(this.#front(name)));
  }

  /** Nothing more can be shown: whoever comes back goes on after what was. */
  leave(): void {
    this.#isClosed = true;
    this.#stopWaiting?.();
    this.shown.letGoOfAll();
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

  async #showSession(name: string | undefined): Promise<Outcome> {
    if (name === undefined) return DONE;
    const { after, endpoint } = this.#visit;
    const asked = after === undefined ? undefined : parseCursor(after);
    if (after !== undefined && !asked) return noPlace(after);
    this.#greet(name);
    const record = await this.#find(name);
    if (this.#isClosed) return DONE;
    if (!record) return asked && asked.seq > 0 ? refuse('INVALID', FUTURE) : this.#awaitSession(name);
    return this.show(record, name, asked ?? this.#startingPoint(record, name, endpoint.from ?? 'now'));
  }

  /** The address is known before the session is: whoever sends its first message calls it into being for all. */
  #awaitSession(name: string): Outcome {
    const { directory, report } = this.#wire;
    this.#stopWaiting = directory.whenMade(this.#visit.owner, this.#visit.dialect.name, name, (record) => {
      if (this.#isClosed || this.shown.latest) return;
      detached(this.#orTurnAway(this.show(record, name, START)), report);
    });
    return DONE;
  }

  /** The stream of one run: from its start, or after a cursor, to its end. */
  async #showRun(name: string, after: string | undefined): Promise<Outcome> {
    const run = await this.#runCalled(name);
    const record = run && (await this.#find(run.session));
    if (!record) return noRun(name);
    const asked = after === undefined ? START : parseCursor(after);
    if (!asked) return noPlace(after ?? '');
    if (await this.#isAhead(record, asked)) return refuse('INVALID', FUTURE);
    const called = await this.#wire.directory.nameOf(this.#visit.owner, this.#visit.dialect, record.id);
    if (this.#visit.endpoint.framing === 'ws') this.#greet(called);
    const cursor = asked.seq < run.first ? justBefore(run.first) : asked;
    if (run.last !== undefined && cursor.seq >= run.last) {
      this.#sink.end();
      return DONE;
    }
    return this.show(record, called, cursor, undefined, run.id);
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

  /** A stream of one turn ends with it; the connection stays where the client can send another message on it. */
  turnEnded(watcher: Watcher): void {
    const attachment = this.shown.by(watcher);
    if (attachment) {
      this.#begun?.ended(attachment.record.id, watcher.owed);
      this.shown.answered(attachment);
    }
    const { endpoint, dialect } = this.#visit;
    if (endpoint.framing !== 'ws' || dialect.traits.afterEnd === 'close') this.#sink.end();
  }

  /** Front ends whose close means "stop" take that for the end of the turn, and close: nobody wants it stopped. */
  halted(watcher: Watcher): void {
    const attachment = this.shown.by(watcher);
    if (attachment) this.#begun?.ended(attachment.record.id, undefined);
  }

  /** Feeds are soon forgotten, but an answer may take its time: the session remembers what its question is left with. */
  #detach({ record, name, feed, watcher }: Attachment): void {
    feed.detach(watcher, this.#wire.now());
    const seen = watcher.shown;
    const remember = (session: Session) => session.shown(this.#front(name), seen);
    // One that could not be loaded has asked nothing.
    this.#wire.directory.loaded(record.id)?.then(remember, () => undefined);
  }

  /** Whether the stream is one of answers to this client's messages, or of all that happens in the session. */
  get #isByTurn(): boolean {
    const { endpoint, dialect } = this.#visit;
    if (endpoint.framing !== 'ws') return endpoint.does === 'converse';
    return dialect.traits.stream === 'turn' && endpoint.session !== 'path';
  }

  #startingPoint(record: SessionRecord, name: string, from: 'start' | 'now'): Cursor | 'now' {
    if (from === 'start') return START;
    const { feeds, now } = this.#wire;
    const { dialect, caller } = this.#visit;
    const feed = feeds.get(record.id, dialect, this.#stream(name));
    return feeds.resumePoint(feed, { session: record.id, dialect: dialect.name, caller }, now()) ?? 'now';
  }

  #cursorAt(record: SessionRecord, name: string, place: string): Promise<Cursor | undefined> {
    return cursorAt(this.#wire.log, record.id, this.#visit.dialect, this.#stream(name), place);
  }

  async #isAhead(record: SessionRecord, cursor: Cursor): Promise<boolean> {
    return cursor.seq > (await this.#wire.log.head(record.id));
  }

  #find(name: string): Promise<SessionRecord | undefined> {
    return this.#wire.directory.find(this.#visit.owner, this.#visit.dialect.name, name, false);
  }

  #stream(id: string): StreamInfo {
    return streamOf(this.#visit, this.#wire, id);
  }

  /** What one user may look at: a session as this dialect shows it. */
  #front(name: string): string {
    const { dialect, endpoint, locale } = this.#visit;
    return [dialect.name, name, endpoint.variant, locale].join('\0');
  }

  #greet(name: string): void {
    this.send(greeting(this.#visit, this.#wire, name));
  }
}

const DONE: Outcome = { ok: true };
const FUTURE = 'The cursor is ahead of the session. / 游标超前于该会话。';

/** Frames of a session's stream tell their session where the address does not; those of a turn need not. */
function mixes({ endpoint, dialect }: Visit): boolean {
  return endpoint.session === 'message' && dialect.traits.stream === 'session';
}
