import type { Audience } from '../audience.ts';
import { isDamage } from './causes.ts';
import { Tail } from './tail.ts';

/** What is known of sessions, by their ids and by their numbers. */
export class Tails {
  readonly #segmentedTo: (session: string) => number;
  readonly #bySession = new Map<string, Tail>();
  readonly #byKey = new Map<number, Tail>();

  constructor(segmentedTo: (session: string) => number) {
    this.#segmentedTo = segmentedTo;
  }

  of(session: string): Tail {
    const known = this.#bySession.get(session);
    if (known) return known;
    const tail = this.#made(session);
    this.#bySession.set(session, tail);
    return tail;
  }

  named(key: number): Tail | undefined {
    return this.#byKey.get(key);
  }

  name(tail: Tail, key: number): void {
    tail.key = key;
    this.#byKey.set(key, tail);
  }

  /** The transaction that gave it its number was taken back. */
  unname(tail: Tail): void {
    this.#byKey.delete(tail.key);
    tail.key = 0;
  }

  /** Its audience stays: the session may come to be again. */
  forget(session: string): void {
    const tail = this.#bySession.get(session);
    if (!tail) return;
    this.#drop(tail);
    this.#bySession.set(session, this.#made(session, tail.audience));
  }

  /** The place of an idle session is read again when it is needed. */
  sweep(): void {
    if (this.#bySession.size < MAX_TAILS) return;
    for (const [session, tail] of this.#bySession) {
      if (!tail.isIdle) continue;
      this.#drop(tail);
      this.#bySession.delete(session);
    }
  }

  #made(session: string, audience?: Audience): Tail {
    try {
      return new Tail(session, this.#segmentedTo(session), audience);
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      const tail = new Tail(session, 0, audience);
      tail.lose();
      return tail;
    }
  }

  #drop(tail: Tail): void {
    tail.isForgotten = true;
    this.#byKey.delete(tail.key);
  }
}

/** Sessions whose place is kept in memory. */
const MAX_TAILS = 10_000;
