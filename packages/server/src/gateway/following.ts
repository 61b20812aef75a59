import type { Conversation, EventReader, ReadPlace } from '@polywire/client';
import type { RunEvent } from '@polywire/protocol';
import { RunError } from '../agents/errors.ts';
import { joined } from './joined.ts';

/**
 * The events of one run there, from the moment this is made. A session may have a past, or runs of somebody else: the
 * run that answers our message is meant. Fails when the server refuses us, or is out of reach for too long while
 * something of it is awaited: a question may be open for days.
 */
export class Following implements AsyncIterable<RunEvent> {
  readonly #conversation: Conversation;
  readonly #reader: EventReader;
  readonly #ref: string | undefined;
  readonly #limitMs: number;

  /** Without `ref` all that comes is of the run. */
  constructor(conversation: Conversation, ref: string | undefined, limitMs: number) {
    this.#conversation = conversation;
    this.#reader = conversation[Symbol.asyncIterator]();
    this.#ref = ref;
    this.#limitMs = limitMs;
  }

  /** After the event that was read last; undefined in the middle of what the server said at once. */
  get place(): ReadPlace | undefined {
    return this.#reader.place;
  }

  close(): void {
    void this.#reader.return?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RunEvent> {
    let isOurs = this.#ref === undefined;
    for (;;) {
      const { done, value } = await this.unlessLost(this.#reader.next());
      if (done) return;
      if (!isOurs && value.type === 'run.started') isOurs = value.ref === undefined || value.ref === this.#ref;
      if (isOurs) yield value;
    }
  }

  /** As the promise, unless there is nothing to hope for before. */
  async unlessLost<T>(awaited: Promise<T>): Promise<T> {
    let stop: () => void = () => undefined;
    const lost = new Promise<never>((_, reject) => {
      stop = this.#watch(reject);
    });
    return Promise.race([awaited, lost]).finally(stop);
  }

  #watch(fail: (error: RunError) => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      const { connection, error } = this.#conversation.getState();
      if (connection === 'refused') fail(new RunError('UPSTREAM_REFUSED', error?.message ?? REFUSED));
      if (connection !== 'reconnecting') {
        clearTimeout(timer);
        timer = undefined;
        return;
      }
      timer ??= setTimeout(() => fail(new RunError('UPSTREAM_LOST', joined(AWAY, error?.message))), this.#limitMs);
    };
    const leave = this.#conversation.subscribe(look);
    look();
    return () => {
      leave();
      clearTimeout(timer);
    };
  }
}

const REFUSED = 'The other server refuses us. / 上游服务器拒绝连接。';
const AWAY = 'The other server is out of reach. / 无法连接上游服务器。';
