import { ownDialect } from '@polywire/protocol';
import type { LapOptions } from '../contract.ts';
import { startChild } from '../lib/child.ts';
import type { Received } from '../server/contract.ts';
import { createSession } from '../server/product.ts';
import type { Order, Report, Stored, Task } from './contract.ts';
import { EventReader } from './event-reader.ts';

const POLL_MS = 20;

/** The product from outside, in a fresh process. */
export class Visit {
  readonly host;
  readonly sessions: string[] = [];
  /** Seq of the last event of each session. */
  readonly #heads = new Map<string, number>();
  #url = '';
  #port = 0;

  private constructor(label: string, { profileTo }: LapOptions) {
    const args = [label, ...(profileTo === undefined ? [] : [profileTo])];
    this.host = startChild<Order, Report>(new URL('./host.ts', import.meta.url), args, ['--expose-gc']);
  }

  static async start(label: string, options: LapOptions): Promise<Visit> {
    const visit = new Visit(label, options);
    const { url, port } = await visit.host.reported('listening');
    visit.#url = url;
    visit.#port = port;
    return visit;
  }

  get port(): number {
    return this.#port;
  }

  async newSession(): Promise<string> {
    const session = await createSession(this.#url);
    this.sessions.push(session);
    return session;
  }

  /** Has a session written while nobody watches; returns how many events it has then. */
  async build(session: string, task: Task): Promise<number> {
    const id = await this.#begin(session, task);
    for (;;) {
      const { status, last } = await this.#ask<{ status: string; last?: number }>(`/v1/runs/${id}`);
      if (last !== undefined) {
        if (status !== 'complete') throw new Error(`the run ended: ${status}`);
        this.#heads.set(session, last);
        return last;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Has a session written while somebody watches, to its end; returns how many events it has then. */
  async write(session: string, task: Task): Promise<number> {
    const end = this.read(session, this.#heads.get(session) ?? 0);
    await this.#begin(session, task);
    const { place } = await end;
    this.#heads.set(session, place);
    return place;
  }

  async #begin(session: string, task: Task): Promise<string> {
    const { id } = await this.#ask<{ id: string }>(`/v1/sessions/${session}/runs`, { input: JSON.stringify(task) });
    return id;
  }

  async #ask<T>(path: string, body?: object): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    const post = body && { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(this.#url + path, post);
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as T;
  }

  /** Reads a session from after a place to the next end of a run. */
  read(session: string, after: number): Promise<EventReader> {
    return this.#readUntil(session, after, (_, isEnd) => isEnd);
  }

  /** Reads a session from its beginning to a place. */
  readTo(session: string, place: number): Promise<EventReader> {
    return this.#readUntil(session, 0, (reader) => reader.place === place);
  }

  watch(session: string): EventReader {
    return new EventReader(this.#port, session, 0);
  }

  #readUntil(
    session: string,
    after: number,
    isDone: (reader: EventReader, isEnd: boolean) => boolean,
  ): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const events: EventReader = new EventReader(this.#port, session, after, (isEnd) => {
        if (!isDone(events, isEnd)) return;
        events.reader.close();
        resolve(events);
      });
      events.reader.broken().catch(reject);
      this.host.failed.catch(reject);
    });
  }

  /** Ends it, and tells what its disk has. */
  async close(dialect = ownDialect.name, texts = false): Promise<readonly Stored[]> {
    const { stored } = await this.host.ask({ kind: 'close', sessions: this.sessions, dialect, texts }, 'closed');
    await this.host.ended;
    return stored;
  }
}

/** Nothing may be measured that was not all there. */
export function checkWhole(what: string, delivered: Received, stored: Stored | undefined): void {
  if (stored?.frames === delivered.frames && stored.bytes === delivered.bytes) return;
  throw new Error(
    `${what}: delivered ${delivered.frames} frames of ${delivered.bytes} bytes, stored ${stored?.frames} of ${stored?.bytes}`,
  );
}
