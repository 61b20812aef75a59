/** What the wire says about a frame's place: the run it is wrapped in, the run it starts, its number. */
export interface Arrival {
  /** The wrapper's id of the run; NDJSON has none. */
  readonly run?: string | undefined;
  /** Set on a run_start: the run's own id. */
  readonly starts?: string | undefined;
  readonly isStart?: boolean;
  readonly eventId?: number | null | undefined;
}

/** same: goes on. fresh: begins a run. repeated: was here before, or comes after its run's end. */
export type Verdict = { is: 'same' | 'fresh'; gap?: string } | { is: 'repeated'; detail: string };

/** A socket that lives for days must not remember every run it saw. */
const MAX_PAST_RUNS = 64;

/**
 * Tells new frames from repeated ones and notices missing ones. Streams without event_id pass as they come; numbers
 * count within a run, from wherever it begins.
 */
export class Arrivals {
  #wire: string | undefined;
  #last: number | undefined;
  #isOver = true;
  /** A run that was here before is being repeated. */
  #isReplay = false;
  readonly #past = new Set<string>();
  readonly #started = new Set<string>();

  get wire(): string | undefined {
    return this.#wire;
  }

  /** No run is under way on the wire. */
  get isOver(): boolean {
    return this.#isOver;
  }

  judge(arrival: Arrival): Verdict {
    const eventId = arrival.eventId ?? undefined;
    if (this.#isRepeatedRun(arrival)) {
      return { is: 'repeated', detail: `run ${arrival.run ?? arrival.starts ?? ''} was here before` };
    }
    if (this.#begins(arrival)) {
      this.begin(arrival);
      return { is: 'fresh' };
    }
    if (eventId === undefined) return { is: 'same' };
    const last = this.#last;
    if (last !== undefined && eventId <= last) return { is: 'repeated', detail: `event_id ${eventId} after ${last}` };
    this.#last = eventId;
    return last !== undefined && eventId > last + 1
      ? { is: 'same', gap: `event_id ${eventId} after ${last}` }
      : { is: 'same' };
  }

  begin({ run, starts, eventId }: Arrival): void {
    if (this.#wire !== undefined) remember(this.#past, this.#wire);
    if (starts !== undefined) remember(this.#started, starts);
    this.#wire = run;
    this.#last = eventId ?? undefined;
    this.#isOver = false;
    this.#isReplay = false;
  }

  /** Takes a frame as it is: its meaning came beside it. */
  note(arrival: Arrival): void {
    if (arrival.isStart) this.begin(arrival);
    else this.#last = arrival.eventId ?? this.#last;
  }

  finish(): void {
    this.#isOver = true;
    this.#isReplay = false;
  }

  #isRepeatedRun({ run, starts, isStart, eventId }: Arrival): boolean {
    if (isStart) {
      this.#isReplay = eventId != null && starts !== undefined && this.#started.has(starts);
      return this.#isReplay;
    }
    if (run === undefined) return this.#isReplay;
    return run === this.#wire ? this.#isOver || this.#isReplay : this.#past.has(run);
  }

  #begins({ run, isStart, eventId }: Arrival): boolean {
    if (isStart) return true;
    if (run !== undefined) return run !== this.#wire;
    return this.#isOver && eventId != null && (this.#last === undefined || eventId <= this.#last);
  }
}

function remember(ids: Set<string>, id: string): void {
  ids.delete(id);
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > MAX_PAST_RUNS && oldest !== undefined) ids.delete(oldest);
}
