import type { EncodedFrame, Frame } from '../dialect.ts';
import type { RunEvent } from '../events.ts';

/** Collects the frames of one event, in order. */
export class Frames {
  readonly #event: RunEvent;
  readonly #list: EncodedFrame[] = [];

  constructor(event: RunEvent) {
    this.#event = event;
  }

  /** A frame that the dialect's own decoder reads back. */
  own(data: string, options: { endsTurn?: boolean } = {}): this {
    this.#list.push({ data, seq: this.#event.seq, sub: this.#list.length, ...options });
    return this;
  }

  /** A frame that stands for an event; null for one that only accompanies it. */
  standIn(data: string, standsFor: RunEvent | null = this.#event, options: StandInOptions = {}): this {
    this.#list.push({ data, seq: this.#event.seq, sub: this.#list.length, standsFor, ...options });
    return this;
  }

  get list(): readonly EncodedFrame[] {
    return this.#list;
  }
}

/** A frame outside of the sequence: a request, or its answer. */
export function jsonFrame(message: object): Frame {
  return { data: JSON.stringify(message) };
}

type StandInOptions = Pick<EncodedFrame, 'endsTurn' | 'forRestoring'>;

export const noFrames: readonly EncodedFrame[] = [];
