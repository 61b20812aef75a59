import type { RunEvent } from '@polywire/protocol';
import type { EventReader, ReadPlace } from './contract.ts';
import { ClientError } from './errors.ts';

interface Unread {
  readonly event: RunEvent;
  readonly place: ReadPlace | undefined;
}

interface Waiting {
  resolve(result: IteratorResult<RunEvent, undefined>): void;
  reject(error: ClientError): void;
}

/** What one reader has not read yet. */
export class EventQueue implements EventReader {
  readonly #leave: (queue: EventQueue) => void;
  #unread: Unread[] = [];
  #read = 0;
  #waiting: Waiting[] = [];
  #isOver = false;
  #error: ClientError | undefined;
  #place: ReadPlace | undefined;

  constructor(leave: (queue: EventQueue) => void) {
    this.#leave = leave;
  }

  get place(): ReadPlace | undefined {
    return this.#place;
  }

  push(event: RunEvent, place: ReadPlace | undefined): void {
    if (this.#isOver) return;
    const waiting = this.#waiting.shift();
    if (waiting) return waiting.resolve(this.#give({ event, place }));
    this.#unread.push({ event, place });
    if (this.#unread.length - this.#read <= MAX_UNREAD) return;
    this.close(
      new ClientError(
        'OVERFLOW',
        `Nobody read the last ${MAX_UNREAD} events. / 最近 ${MAX_UNREAD} 个事件一直无人读取。`,
      ),
    );
  }

  /** What was pushed is still read, and then the error is told. */
  close(error?: ClientError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leave(this);
    // Who waits has read all there is; one of them is told, as one of them would have been given the next event.
    const [first, ...others] = this.#waiting.splice(0);
    if (error && first) first.reject(error);
    else {
      this.#error = error;
      first?.resolve(OVER);
    }
    for (const waiting of others) waiting.resolve(OVER);
  }

  next(): Promise<IteratorResult<RunEvent, undefined>> {
    const next = this.#take();
    if (next) return Promise.resolve(this.#give(next));
    if (this.#error) {
      const error = this.#error;
      this.#error = undefined;
      return Promise.reject(error);
    }
    if (this.#isOver) return Promise.resolve(OVER);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
  }

  return(): Promise<IteratorResult<RunEvent, undefined>> {
    this.#unread = [];
    this.#read = 0;
    this.close();
    return Promise.resolve(OVER);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Taken from the front without moving the rest each time. */
  #take(): Unread | undefined {
    const next = this.#unread[this.#read];
    if (next) this.#read += 1;
    if (this.#read > 1_024 || this.#read === this.#unread.length) {
      this.#unread = this.#unread.slice(this.#read);
      this.#read = 0;
    }
    return next;
  }

  #give({ event, place }: Unread): IteratorResult<RunEvent, undefined> {
    this.#place = place;
    return { done: false, value: event };
  }
}

const OVER = { done: true, value: undefined } as const;

/** Several of the longest runs: a reader that is so far behind does not read at all. */
const MAX_UNREAD = 200_000;
