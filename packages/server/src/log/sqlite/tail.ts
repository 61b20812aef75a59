import type { Watcher } from '../contract.ts';
import { LineWriter } from '../lines.ts';

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
  /** Set when the stored events could not be trusted from this seq on. */
  damagedAt: number | undefined;
  /** Oldest journal row that has something of it that is in no segment yet. */
  fromRow = 0;
  readonly lines = new LineWriter();
  readonly watchers: Set<Watcher>;

  constructor(session: string, segmented: number, watchers = new Set<Watcher>()) {
    this.session = session;
    this.segmented = segmented;
    this.head = segmented;
    this.staged = segmented;
    this.watchers = watchers;
  }

  /** Nothing would be lost by forgetting it. */
  get isIdle(): boolean {
    return this.head === this.segmented && this.damagedAt === undefined && this.watchers.size === 0;
  }

  /** The journal's row `id` has its events up to `last`. */
  grow(id: number, last: number): void {
    if (this.head === this.segmented) this.fromRow = id;
    this.head = last;
    this.staged = last;
  }

  /** All its events are in segments now. */
  release(): void {
    this.segmented = this.head;
    this.lines.startAnew();
  }
}
