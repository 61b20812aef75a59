import { isDelta, type RunEvent } from '@polywire/protocol';
import type { Source } from '../contract.ts';
import { Stretch } from '../stretch.ts';
import type { Tail } from './tail.ts';

/** What one source adds with a commit. */
export class Part {
  readonly source: Source;
  readonly tail: Tail;
  /** Seq of its first event. */
  readonly first: number;
  readonly last: number;
  /** How many of its events are no words: those are also written into tables. */
  readonly others: number;
  events: readonly RunEvent[];
  /** What deltas say, as JSON, where it had to be made. */
  words: readonly (string | undefined)[] = NO_WORDS;
  /** Which part of its row is its first, and how many are. */
  place = 0;
  places = 0;

  constructor(source: Source, tail: Tail, first: number, events: readonly RunEvent[]) {
    this.source = source;
    this.tail = tail;
    this.first = first;
    this.last = first + events.length - 1;
    this.events = events;
    let others = 0;
    for (const event of events) if (!isDelta(event)) others += 1;
    this.others = others;
  }

  /** It is durable: whoever watches is told, and then whoever wrote it. */
  tell(): void {
    const { source, tail, first, events, words } = this;
    // Nothing else holds them from here on. Until the last is told, all of them would outlive a collection of garbage.
    this.events = NONE;
    this.words = NO_WORDS;
    if (!tail.audience.isEmpty) tail.audience.tell(Stretch.ofEvents(first, events, words));
    source.settled({ ok: true, head: tail.head });
  }
}

const NONE: readonly RunEvent[] = [];
const NO_WORDS: readonly string[] = [];
