import type { RunEvent } from '@polywire/protocol';
import { ClientError } from './errors.ts';

/** What one reader has not read yet. */
export class EventQueue implements AsyncIterableIterator<RunEvent, undefined> {
  readonly #leave: (queue: EventQueue) => void;
  #events: RunEvent[] = [];
  #read = 0;
  #waiting: ((result: IteratorResult<RunEvent, undefined>) => void)[] = [];
  #isOver = false;
  #error: ClientError | undefined;

  constructor(leave: (queue: EventQueue) => void) {
    this.#leave = leave;
  }

  push(event: RunEvent): void {
    if (this.#isOver) return;
    const waiting = this.#waiting.shift();
    if (waiting) return waiting({ done: false, value: event });
    this.#events.push(event);
    if (this.#events.length - this.#read <= MAX_UNREAD) return;
    this.#error = new ClientError(
      'OVERFLOW',
      `Nobody read the last ${MAX_UNREAD} events. / 最近 ${MAX_UNREAD} 个事件一直无人读取。`,
    );
    this.#end();
  }

  /** What was pushed is still read. */
  close(): void {
    this.#end();
  }

  next(): Promise<IteratorResult<RunEvent, undefined>> {
    const value = this.#take();
    if (value) return Promise.resolve({ done: false, value });
    if (this.#error) {
      const error = this.#error;
      this.#error = undefined;
      return Promise.reject(error);
    }
    if (this.#isOver) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  return(): Promise<IteratorResult<RunEvent, undefined>> {
    this.#events = [];
    this.#read = 0;
    this.#end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Taken from the front without moving the rest each time. */
  #take(): RunEvent | undefined {
    const event = this.#events[this.#read];
    if (event) this.#read += 1;
    if (this.#read > 1_024 || this.#read === this.#events.length) {
      this.#events = this.#events.slice(this.#read);
      this.#read = 0;
    }
    return event;
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leave(this);
    for (const waiting of this.#waiting.splice(0)) waiting({ done: true, value: undefined });
  }
}

/** Several of the longest runs: a reader that is so far behind does not read at all. */
const MAX_UNREAD = 200_000;
