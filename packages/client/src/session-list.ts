import type { SessionInfo } from '@polywire/protocol/calls';
import type { Api } from './api.ts';
import { ClientError } from './errors.ts';

export interface ListedSessions {
  readonly sessions: readonly SessionInfo[];
  readonly isLoading: boolean;
  readonly error: ClientError | undefined;
  readonly hasMore: boolean;
}

/** The sessions of a server as far as they were read, last changed first. Only the latest reading counts. */
export class SessionList {
  readonly #api: Api;
  readonly #text: string | undefined;
  readonly #listeners = new Set<() => void>();
  #state: ListedSessions = { sessions: [], isLoading: true, error: undefined, hasMore: false };
  #next: string | undefined;
  #reading = new AbortController();

  constructor(api: Api, text: string | undefined) {
    this.#api = api;
    this.#text = text === '' ? undefined : text;
  }

  readonly getState = (): ListedSessions => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly refresh = (): Promise<void> => this.#read(undefined);

  readonly loadMore = async (): Promise<void> => {
    if (this.#next !== undefined) await this.#read(this.#next);
  };

  readonly create = async (title?: string): Promise<SessionInfo> => {
    const made = await this.#api.sessions.create(title === undefined ? {} : { title });
    await this.refresh();
    return made;
  };

  readonly rename = async (id: string, title: string): Promise<void> => {
    await this.#api.sessions.rename(id, title);
    await this.refresh();
  };

  readonly remove = async (id: string): Promise<void> => {
    await this.#api.sessions.delete(id);
    this.#set({ sessions: this.#state.sessions.filter((each) => each.id !== id) });
  };

  /** Nobody looks any more: what is still on its way is not waited for. */
  leave(): void {
    this.#reading.abort();
  }

  async #read(after: string | undefined): Promise<void> {
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const text = this.#text;
    try {
      const asked = { ...(text !== undefined && { text }), ...(after !== undefined && { after }) };
      const page = await this.#api.sessions.list({ ...asked, signal });
      if (signal.aborted) return;
      this.#next = page.next;
      const sessions = after === undefined ? page.sessions : [...this.#state.sessions, ...page.sessions];
      this.#set({ sessions, isLoading: false, error: undefined, hasMore: page.next !== undefined });
    } catch (error) {
      if (signal.aborted) return;
      const known = error instanceof ClientError ? error : new ClientError('LOST', String(error), { cause: error });
      this.#set({ isLoading: false, error: known });
    }
  }

  #set(change: Partial<ListedSessions>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}
