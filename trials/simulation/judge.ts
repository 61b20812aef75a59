import { createHash } from 'node:crypto';
import { type Dialect, type EventOf, Ledger, type RunEvent, type StreamInfo } from '@polywire/protocol';
import type { Written } from './disk.ts';
import { Stream } from './stream.ts';

/** A promise that was not kept. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** What is durable, and therefore what clients may see; and the story so far, for whoever reads of a violation. */
export class Judge {
  readonly #pasts = new Map<string, RunEvent[]>();
  readonly #streams = new Map<string, { readonly session: string; readonly stream: Stream }>();
  readonly #hash = createHash('sha256');
  readonly #story: string[] = [];
  #violation: Violation | undefined;

  /** Notes what happened. The same seed gives the same notes. */
  note(line: string): void {
    this.#hash.update(line);
    this.#story.push(line.slice(0, STORY_CHARS));
    if (this.#story.length > STORY_LINES) this.#story.shift();
  }

  get traceHash(): string {
    return this.#hash.copy().digest('hex');
  }

  /** The first one counts: it may have been said inside of something that takes errors for its own. */
  object(reason: string): void {
    this.#violation ??= new Violation(`${reason}\n${this.#story.join('\n')}`);
  }

  /** Throws what was objected to. */
  check(): void {
    if (this.#violation) throw this.#violation;
  }

  readonly synced = (written: readonly Written[]): void => {
    for (const { session, events } of written) {
      const past = this.#pastOf(session);
      for (const event of events) {
        if (event.seq !== past.length + 1) this.object(`event ${event.seq} was written after ${past.length}`);
        const copy = JSON.parse(JSON.stringify(event)) as RunEvent;
        past.push(copy);
        this.note(`durable ${session.slice(0, 2)} ${JSON.stringify(copy)}`);
        for (const each of this.#streams.values()) if (each.session === session) each.stream.push(copy);
      }
    }
  };

  get sessions(): readonly string[] {
    return [...this.#pasts.keys()];
  }

  past(session: string): readonly RunEvent[] {
    return this.#pastOf(session);
  }

  stream(session: string, dialect: Dialect, info: StreamInfo): Stream {
    const key = `${session} ${dialect.name}`;
    const known = this.#streams.get(key);
    if (known) return known.stream;
    const stream = new Stream(dialect, info, this.past(session));
    this.#streams.set(key, { session, stream });
    return stream;
  }

  /** What is open at the end of what is durable. */
  ledger(session: string): Ledger {
    const ledger = new Ledger();
    for (const event of this.past(session)) ledger.note(event);
    return ledger;
  }

  /** Messages that were accepted and whose runs have not begun. */
  waiting(session: string): readonly EventOf<'message.accepted'>[] {
    const line = new Map<string | undefined, EventOf<'message.accepted'>>();
    for (const event of this.past(session)) {
      if (event.type === 'message.accepted') line.set(event.ref, event);
      if (event.type === 'run.started') line.delete(event.ref);
    }
    return [...line.values()];
  }

  decision(session: string, inputId: string): EventOf<'input.resolved'> | undefined {
    const isIt = (event: RunEvent): event is EventOf<'input.resolved'> =>
      event.type === 'input.resolved' && event.inputId === inputId;
    return this.past(session).find(isIt);
  }

  /** Where the log says that a message was taken. */
  taken(session: string, ref: string): readonly RunEvent[] {
    return this.past(session).filter((event) => TAKES.has(event.type) && 'ref' in event && event.ref === ref);
  }

  #pastOf(session: string): RunEvent[] {
    const known = this.#pasts.get(session);
    if (known) return known;
    const past: RunEvent[] = [];
    this.#pasts.set(session, past);
    return past;
  }
}

const STORY_LINES = 60;
const STORY_CHARS = 400;
/** As a message of its own, as an answer, or as something to be asked about again. */
const TAKES: ReadonlySet<RunEvent['type']> = new Set<RunEvent['type']>([
  'message.accepted',
  'input.resolved',
  'run.status',
]);
