import { Audience } from '../audience.ts';
import { LineWriter } from '../lines.ts';
import { Places } from './places.ts';

/** What the log knows in memory of one session. Its newest events themselves are in the journal's rows. */
export class Tail {
  readonly session: string;
  /** The number that journal rows name the session by; 0 until the first. */
  key = 0;
  /** Seq up to which events are in segments. */
  segmented: number;
  /** Seq of the last committed event. */
  head: number;
  /** Seq of the last event that this commit adds. */
  staged: number;
  epoch = 0;
  /** Seq of the last event that ended a message: what is said after it is read again with the next that does. */
  endedAt = 0;
  /** When the audience was last told something, by a stopwatch. */
  toldAt = Number.NEGATIVE_INFINITY;
  /** Another one stands for the session now, or none does. */
  isForgotten = false;
  /** Set when the stored events could not be trusted from this seq on. */
  damagedAt: number | undefined;
  /** Where in the journal the events are that are in no segment yet. */
  readonly places = new Places();
  readonly lines = new LineWriter();
  readonly audience: Audience;

  constructor(session: string, segmented: number, audience = new Audience()) {
    this.session = session;
    this.segmented = segmented;
    this.head = segmented;
    this.staged = segmented;
    this.audience = audience;
  }

  /** None of what is in no segment yet can be trusted, or be put into one. */
  get isLost(): boolean {
    return this.damagedAt === this.segmented + 1;
  }

  /** Nothing would be lost by forgetting it. */
  get isIdle(): boolean {
    return this.staged === this.segmented && this.damagedAt === undefined && this.audience.isEmpty;
  }

  /** So many parts of the journal's row `id`, from part `n` on, have its events up to `last`. */
  grow(id: number, n: number, parts: number, last: number): void {
    for (let i = 0; i < parts; i += 1) this.places.add(id, n + i);
    this.head = last;
    this.staged = last;
  }

  /** Nothing of what this commit was to add is there. */
  unstage(): void {
    this.staged = this.head;
    this.endedAt = Math.min(this.endedAt, this.head);
  }

  /** There is no place for its newer events. */
  lose(): void {
    this.damagedAt = this.segmented + 1;
  }

  /** All its events are in segments now. */
  release(): void {
    this.segmented = this.head;
    this.places.clear();
    this.lines.startAnew();
  }
}
