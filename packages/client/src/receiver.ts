import {
  type Cursor,
  type Decoded,
  type Decoder,
  type Draft,
  type DraftOf,
  formatCursor,
  isAfter,
  parseCursor,
  type RunEvent,
  type RunStatus,
  type Signal,
  type StreamInfo,
} from '@polywire/protocol';
import type { ReceivedFrame } from './link/contract.ts';
import type { Plan } from './plan.ts';
import { Stamp } from './stamp.ts';

export interface Received {
  readonly events: readonly RunEvent[];
  readonly signals: readonly Signal[];
  readonly issue?: string;
}

/** Frames to events: each once and in order, over however many connections they come. */
export class Receiver {
  readonly #plan: Plan;
  readonly #stream: StreamInfo;
  readonly #stamp: Stamp;
  #decoder: Decoder<Draft>;
  /** How often it began anew: runs that the wire does not name must not be taken for earlier ones. */
  #beginnings = 0;
  /** Follows the status while the rest is left for later. */
  #glance: Decoder<Draft> | undefined;
  /** The connection is new: it may begin with what is here already. */
  #mayRepeat = false;
  #cursor: Cursor | undefined;
  /** The server told places itself: it is one that can begin after one. */
  #isProven = false;
  #skipped = false;
  #run: { id: string | undefined; status: RunStatus } | undefined;
  #status: RunStatus | undefined;

  /** `after`: where to begin. From the very beginning says nothing of what the server can do. */
  constructor(plan: Plan, session: string, now: () => number, after: Cursor | undefined) {
    this.#plan = plan;
    this.#stream = { ...plan.stream, id: session };
    this.#stamp = new Stamp(now);
    this.#decoder = this.#newDecoder();
    this.#cursor = after;
    this.#isProven = plan.isExact || (after !== undefined && after.seq > 0);
  }

  /** Where to begin the next connection. */
  get cursor(): Cursor | undefined {
    return this.#cursor;
  }

  /** The same as a client says it. */
  get place(): string | undefined {
    return this.#cursor && formatCursor(this.#cursor);
  }

  /** Of the run that was heard of last. */
  get status(): RunStatus | undefined {
    return this.#status;
  }

  /** Nothing that was missed is lost. */
  get canResume(): boolean {
    return this.#isProven;
  }

  /** The run that is open as far as is known. */
  get run(): { readonly id: string | undefined; readonly status: RunStatus } | undefined {
    return this.#run;
  }

  newLink(): void {
    this.#mayRepeat = this.#cursor !== undefined;
    if (this.#glance) this.#glance = this.#newDecoder();
  }

  push(frame: ReceivedFrame): Received {
    if (this.#mayRepeat && this.#isRepeated(frame)) return { events: [], signals: [] };
    if (this.#glance) return this.#lookAt(frame, this.#glance);
    const decoded = this.#decoder.push(frame);
    const cursor = cursorOf(frame, decoded);
    const jump = cursor && this.#plan.isExact ? this.#jump(cursor) : undefined;
    if (cursor) {
      this.#cursor = cursor;
      this.#isProven = true;
    }
    return this.#received(decoded, cursor, jump);
  }

  /** Nothing more will come of what is open. */
  end(): readonly RunEvent[] {
    return this.#received(this.#decoder.end(), undefined).events;
  }

  /** Forgets what is open: whatever comes next is something new. */
  reset(): void {
    this.#decoder = this.#newDecoder();
    this.#beginnings += 1;
  }

  /** Events of our own, after all that came. */
  add(drafts: readonly Draft[]): readonly RunEvent[] {
    const events = this.#stamp.events(drafts, undefined);
    for (const event of events) this.#follow(event);
    return events;
  }

  /** From now on only the status counts. */
  hide(): void {
    // Without a place to come back to, what comes meanwhile must still be understood, though it is not shown.
    this.#glance = this.#isProven ? this.#newDecoder() : this.#decoder;
    this.#skipped = false;
  }

  /** How what was left out comes back. */
  show(): 'nothing' | 'resume' | 'gap' {
    const wasWhole = this.#glance === this.#decoder;
    this.#glance = undefined;
    if (!this.#skipped) return 'nothing';
    return wasWhole ? 'gap' : 'resume';
  }

  theirs(seq: number): number {
    return this.#stamp.theirs(seq);
  }

  #newDecoder(): Decoder<Draft> {
    return this.#plan.dialect.client.decoder(this.#stream, { restores: true });
  }

  /** Asked of a decoder that is thrown away, since the real one would take it for something new. */
  #isRepeated(frame: ReceivedFrame): boolean {
    const cursor = cursorOf(frame, this.#newDecoder().push(frame));
    if (!cursor || !this.#cursor) return false;
    if (!isAfter(cursor, this.#cursor)) return true;
    this.#mayRepeat = false;
    return false;
  }

  #lookAt(frame: ReceivedFrame, glance: Decoder<Draft>): Received {
    const decoded = glance.push(frame);
    const told = decoded.values.filter(isStatus);
    const isWhole = glance === this.#decoder;
    if (told.length < decoded.values.length || (!isWhole && decoded.values.length > 0)) this.#skipped = true;
    if (isWhole) return this.#received({ ...decoded, values: told }, undefined);
    for (const draft of told) this.#follow(draft);
    return { events: [], signals: decoded.signals ?? [] };
  }

  #received(decoded: Decoded<Draft>, cursor: Cursor | undefined, jump?: Signal): Received {
    const events = this.#stamp.events(this.#renamed(decoded.values), cursor);
    for (const event of events) this.#follow(event);
    const { signals = [], issue } = decoded;
    return {
      events,
      signals: jump ? [...signals, jump] : signals,
      ...(issue && { issue: `${issue.reason}: ${issue.detail}` }),
    };
  }

  #renamed(drafts: readonly Draft[]): readonly Draft[] {
    if (this.#beginnings === 0) return drafts;
    return drafts.map((draft) =>
      draft.runId?.startsWith('~') ? { ...draft, runId: `${draft.runId}~${this.#beginnings}` } : draft,
    );
  }

  /** A wire that says every event numbers them without gaps. */
  #jump({ seq }: Cursor): Signal | undefined {
    const last = this.#cursor?.seq;
    if (last === undefined || seq <= last + 1) return undefined;
    return { kind: 'gap', detail: `${last + 1} to ${seq - 1}` };
  }

  #follow(draft: Draft): void {
    if (!isStatus(draft)) return;
    this.#status = draft.type === 'run.started' ? 'active' : draft.status;
    const id = draft.runId ?? this.#run?.id;
    this.#run = draft.type === 'run.finished' ? undefined : { id, status: this.#status };
  }
}

type StatusDraft = DraftOf<'run.started' | 'run.status' | 'run.finished'>;

function isStatus(draft: Draft): draft is StatusDraft {
  return draft.type === 'run.started' || draft.type === 'run.status' || draft.type === 'run.finished';
}

function cursorOf(frame: ReceivedFrame, { signals = [] }: Decoded<Draft>): Cursor | undefined {
  if (frame.id !== undefined) return parseCursor(frame.id);
  let cursor: Cursor | undefined;
  for (const signal of signals) if (signal.kind === 'cursor') cursor = signal.cursor;
  return cursor;
}
