import type { EventOf, EventType, RunEvent } from '@polywire/protocol';
import { nativeApi } from './native.ts';

type Api = ReturnType<typeof nativeApi>;

/** One run as a test looks at it. */
export class Told {
  readonly events: readonly RunEvent[];

  constructor(events: readonly RunEvent[]) {
    this.events = events;
  }

  of<T extends EventType>(type: T): EventOf<T>[] {
    return this.events.filter((event): event is EventOf<T> => event.type === type);
  }

  /** All that was said aloud, message by message. */
  get texts(): readonly string[] {
    const texts = new Map<string, string>();
    for (const { messageId, delta } of this.of('text.delta')) {
      texts.set(messageId, (texts.get(messageId) ?? '') + delta);
    }
    return [...texts.values()];
  }

  get end(): EventOf<'run.finished'> {
    return this.of('run.finished')[0] as EventOf<'run.finished'>;
  }

  get statuses(): readonly string[] {
    return this.of('run.status').map(({ status }) => status);
  }
}

/** A session that is talked to by the native API. */
export class Talk {
  readonly api: Api;
  readonly session: string;

  private constructor(api: Api, session: string) {
    this.api = api;
    this.session = session;
  }

  static async open(url: string): Promise<Talk> {
    const api = nativeApi(url);
    return new Talk(api, await api.newSession());
  }

  /** A session that was opened before, perhaps at another address. */
  static at(url: string, session: string): Talk {
    return new Talk(nativeApi(url), session);
  }

  /** Sends a message and waits for the end of its run. */
  async say(input: string, more: object = {}): Promise<Told> {
    return this.rest(await this.begin(input, more));
  }

  async begin(input: string, more: object = {}): Promise<string> {
    const { body, status } = await this.api.call<{ id: string }>(`POST /v1/sessions/${this.session}/runs`, {
      input,
      ...more,
    });
    if (status >= 300) throw new Error(JSON.stringify(body));
    return body.id;
  }

  async rest(run: string): Promise<Told> {
    return new Told(await this.api.runEvents(run));
  }

  /** What has happened when something does for the first, or the nth, time. */
  async until(run: string, found: (event: RunEvent) => boolean, nth = 1): Promise<Told> {
    let left = nth;
    return new Told(
      await this.api.runEvents(run, (event) => {
        if (found(event)) left -= 1;
        return left === 0;
      }),
    );
  }

  async control(run: string, what: 'pause' | 'resume' | 'stop'): Promise<void> {
    await this.api.call(`POST /v1/runs/${run}/${what}`, {});
  }

  async answer(run: string, inputId: string, answer: object): Promise<void> {
    const path = `POST /v1/runs/${run}/inputs/${encodeURIComponent(inputId)}`;
    const { status, body } = await this.api.call(path, answer);
    if (status >= 300) throw new Error(JSON.stringify(body));
  }
}
