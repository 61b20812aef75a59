import { randomUUID } from 'node:crypto';
import type { Command, CommandOf, Cursor, Decoded, Frame, Outcome } from '@polywire/protocol';
import { refuse, SHUTTING_DOWN } from '../sessions/refuse.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionRecord } from '../store/contract.ts';
import { submitWithFiles } from './attached.ts';
import { type Begun, BegunTurns } from './begun.ts';
import { cancel, isUnderWay } from './cancel.ts';
import { withChoices } from './choices.ts';
import type { Visit, Wire } from './contract.ts';
import { control } from './control.ts';
import { failure } from './failure.ts';
import { formatOf } from './format.ts';
import { notFound } from './not-found.ts';
import { justBefore, START } from './place.ts';
import { senderOf } from './sender.ts';
import { Showing } from './showing.ts';
import type { Attachment } from './shown.ts';
import type { Sink } from './sink.ts';

/** One client's connection: takes its commands in order, and shows it what follows from them. */
export class Conversation {
  readonly #wire: Wire;
  readonly #visit: Visit;
  readonly #sink: Sink;
  readonly #showing: Showing;
  /** What ends with the connection, where a close means that. */
  readonly #begun: BegunTurns | undefined;
  /** The answer to the command that is being done has begun. */
  #hasBegun = false;

  constructor(wire: Wire, visit: Visit, sink: Sink) {
    this.#wire = wire;
    this.#visit = visit;
    this.#sink = sink;
    if (visit.dialect.traits.onDisconnect === 'cancel') this.#begun = new BegunTurns();
    this.#showing = new Showing(wire, visit, sink, this.#begun);
    wire.tally.of(visit.dialect.name).connections += 1;
  }

  /** The connection is open. */
  open(): Promise<void> {
    return this.#showing.open();
  }

  /** Says why there is nothing to show. */
  turnAway(outcome: Outcome & { ok: false }): void {
    this.#showing.turnAway(outcome);
  }

  /** Takes a command and says on the connection what became of it. */
  async receive(command: Command): Promise<void> {
    this.#hasBegun = false;
    const outcome = await this.perform(command).catch((error: unknown) => failure(error, this.#wire.report));
    if (!outcome.ok && !this.#hasBegun) return this.refuse(command, outcome);
    this.#showing.send(this.#visit.dialect.server.answer(command, outcome));
  }

  /** A message that is not taken is answered too. Who only wants to watch would take a greeting for a yes. */
  refuse(command: Command, outcome: Outcome): Promise<void> {
    const session = command.type === 'message.send' ? command.session : undefined;
    return this.#sayNo(session, this.#visit.dialect.server.answer(command, outcome));
  }

  /** So is one that cannot be read. */
  complain({ session, replies = [] }: Decoded<Command>): Promise<void> {
    return this.#sayNo(session, replies);
  }

  async #sayNo(session: string | undefined, frames: readonly Frame[]): Promise<void> {
    if (frames.length === 0) return;
    if (session !== undefined && (await this.#mayTurnTo(session))) this.#showing.beginAnswer(session);
    this.#showing.send(frames);
  }

  /** Who is greeted takes it that the session is there, and that what comes is of it. */
  async #mayTurnTo(name: string): Promise<boolean> {
    const { directory, report } = this.#wire;
    const { owner, dialect } = this.#visit;
    try {
      const record = await directory.find(owner, dialect.name, name, false);
      return record !== undefined && this.#showing.shown.isFreeFor(record.id);
    } catch (error) {
      failure(error, report);
      return false;
    }
  }

  async perform(command: Command): Promise<Outcome> {
    if (command.wants) this.#sink.format = formatOf(this.#sink.format.framing, command.wants);
    switch (command.type) {
      case 'attach':
        return this.#showing.attach(command);
      case 'message.send':
        return this.#visit.endpoint.does === 'attach' ? refuse('NOT_ALLOWED', SHOWS_ONLY) : this.#message(command);
      default:
        return control(this.#wire, this.#visit, { ...command, session: await this.#meantBy(command) });
    }
  }

  /** The connection is gone. */
  async close(): Promise<void> {
    this.#wire.tally.of(this.#visit.dialect.name).connections -= 1;
    this.#showing.leave();
    // The newest first: what waits would begin when what is before it is stopped.
    for (const begun of [...(this.#begun?.all ?? [])].reverse()) await this.#cancel(begun);
  }

  /** A command may name a run alone, and that need not be one of the session that was last spoken of. */
  async #meantBy(command: Command): Promise<string | undefined> {
    const { latest } = this.#showing.shown;
    if (command.session !== undefined || !latest) return command.session;
    if (!('runId' in command) || command.runId === undefined) return latest.name;
    const { run, waiting } = await this.#open(latest.record);
    return run?.isCalled(command.runId) || waiting(command.runId) ? latest.name : undefined;
  }

  async #message(command: CommandOf<'message.send'>): Promise<Outcome> {
    const { directory } = this.#wire;
    const { owner, dialect } = this.#visit;
    if (directory.isClosing) return SHUTTING_DOWN;
    const called = command.session ?? this.#visit.session;
    const mayCreate = called === undefined || dialect.traits.unknownSession !== 'refuse';
    const record = await directory.find(owner, dialect.name, called, mayCreate);
    if (!record) return notFound(called);
    const session = await this.#open(record);
    const name = called ?? record.id;
    const { seen = this.#showing.seen(session, name) } = command;
    const ref = command.ref || randomUUID();
    const message = { ...(await withChoices(this.#wire, this.#visit, record, command)), ref, seen };
    await this.#begun?.tidy((begun) => isUnderWay(this.#wire, begun));
    const known = this.#showing.shown.of(record.id);
    return known ? this.#goOn(session, known, message, name) : this.#begin(session, record, message, name);
  }

  /** In a session that this connection shows already. */
  async #goOn(session: Session, known: Attachment, message: Message, name: string): Promise<Outcome> {
    const { watcher } = known;
    this.#showing.shown.turnTo(known);
    // What was answered before is not answered again to who has seen it: to expect it would be to wait for ever.
    if (!session.hasTaken(message.ref) || session.waiting(message.ref)) {
      watcher.expect(message.ref);
      this.#begun?.add(known.record, message.ref);
    }
    this.#beginAnswer(name);
    const outcome = await this.#submit(session, message);
    if (outcome.ok) return outcome;
    watcher.forget(message.ref);
    this.#begun?.forget(session.id, message.ref);
    return outcome;
  }

  /** In a session that this connection shows from this message on. */
  async #begin(session: Session, record: SessionRecord, message: Message, name: string): Promise<Outcome> {
    if (this.#showing.shown.isFull) return refuse('BUSY', TOO_MANY_AT_ONCE);
    const before = await this.#placeBefore(session, message.ref);
    const outcome = await this.#submit(session, message);
    if (!outcome.ok) return outcome;
    if (this.#showing.isClosed) {
      await this.#cancel({ record, ref: message.ref });
      return outcome;
    }
    this.#begun?.add(record, message.ref);
    this.#beginAnswer(name);
    await this.#showing.show(record, name, before, message.ref);
    return outcome;
  }

  #beginAnswer(name: string): void {
    this.#hasBegun = true;
    this.#showing.beginAnswer(name);
  }

  /** Where the answer to a message is still to come. One that is sent again is answered again. */
  async #placeBefore(session: Session, ref: string): Promise<Cursor> {
    if (!session.hasTaken(ref)) return justBefore(session.head + 1);
    const { first } = (await this.#wire.directory.run(this.#visit.owner, ref, session.id)) ?? {};
    // One that answered a question has no run of its own, and is looked for in all that was.
    return first === undefined ? START : justBefore(first);
  }

  /** Whoever asks for cursors comes back. */
  async #cancel(begun: Begun): Promise<void> {
    if (this.#begun && !this.#sink.format.wants.cursor) await cancel(this.#wire, this.#visit, begun);
  }

  #submit(session: Session, message: Message): Promise<Outcome> {
    const sender = senderOf(this.#visit, this.#sink.format.wants);
    return submitWithFiles(this.#wire, this.#visit, session, message, sender);
  }

  #open(record: SessionRecord): Promise<Session> {
    return this.#wire.directory.open(this.#visit.owner, record.id);
  }
}

type Message = CommandOf<'message.send'> & { readonly ref: string };

const TOO_MANY_AT_ONCE =
  'Too many sessions are busy on this connection. Wait for one to end. / 此连接上同时进行的会话过多，请等待其中之一结束。';
const SHOWS_ONLY = 'This address only shows; send messages to the session. / 此地址只供查看，请向会话发送消息。';
