import {
  type Cursor,
  dialectNamed,
  type Endpoint,
  type EventOf,
  type EventType,
  type RunEvent,
} from '@polywire/protocol';
import { conversing, RawClient } from '../../../packages/server/test/support/client.ts';

/** Who sees every event of a session, and starts its runs. */
export class Onlooker {
  static readonly dialect = dialectNamed('native');
  readonly session: string;
  readonly events: RunEvent[] = [];
  readonly #client: RawClient;
  #read = 0;
  /** What had been seen when the latest message was sent. */
  #before = 0;

  private constructor(session: string, client: RawClient) {
    this.session = session;
    this.#client = client;
  }

  static async at(url: string, session: string): Promise<Onlooker> {
    const endpoint = conversing(Onlooker.dialect)[0] as Endpoint;
    const query = { after: '0' };
    return new Onlooker(session, await RawClient.open(url, { dialect: Onlooker.dialect, endpoint, session, query }));
  }

  /** How far the session is, as far as was seen. */
  get place(): Cursor {
    return { seq: this.events.at(-1)?.seq ?? 0, sub: 0 };
  }

  /** Whether every message has had its run. */
  get isIdle(): boolean {
    return this.#count('message.accepted') === this.#count('run.finished');
  }

  async send(text: string): Promise<void> {
    this.#before = this.events.length;
    await this.#client.send({ type: 'message.send', text });
  }

  /** The first such event; afresh: since the latest message was sent. */
  async sees<T extends EventType>(type: T, found: (event: EventOf<T>) => boolean, { afresh = false } = {}) {
    let event: EventOf<T> | undefined;
    await this.#client.until(({ frames }) => {
      for (; this.#read < frames.length; this.#read += 1) this.#note(JSON.parse(frames[this.#read]?.data ?? ''));
      const looked = afresh ? this.events.slice(this.#before) : this.events;
      event = looked.find((each): each is EventOf<T> => each.type === type && found(each as EventOf<T>));
      return event !== undefined;
    });
    return event as EventOf<T>;
  }

  leave(): void {
    this.#client.cut();
  }

  #note(event: RunEvent): void {
    if (event.seq !== undefined) this.events.push(event);
  }

  #count(type: EventType): number {
    return this.events.filter((event) => event.type === type).length;
  }
}
