import { randomUUID } from 'node:crypto';
import type { Dialect } from '@polywire/protocol';
import { EVERY_DIALECT, type RunRecord, type SessionRecord } from '../store/contract.ts';
import { StoreError } from '../store/errors.ts';
import { Actors, type ActorsOptions } from './actors.ts';
import { Arrivals } from './arrivals.ts';
import { TURN_NUMBER } from './run.ts';
import type { Session } from './session.ts';
import type { Waiting } from './waiting.ts';

export interface DirectoryOptions extends ActorsOptions {
  /** Who answers in a dialect where nobody was asked for. */
  readonly agentByDialect?: Readonly<Record<string, string>>;
  hasModel?(name: string): boolean;
}

/** Where sessions and runs are found, by whatever they are called. */
export class Directory {
  readonly #options: DirectoryOptions;
  readonly #actors: Actors;
  readonly #arrivals = new Arrivals();

  constructor(options: DirectoryOptions) {
    this.#options = options;
    this.#actors = new Actors(options);
  }

  get isClosing(): boolean {
    return this.#actors.isClosing;
  }

  hasAgent(name: string | undefined): boolean {
    return name === undefined || this.#options.agents.some((agent) => agent.name === name);
  }

  /** Who is to answer in a dialect where nobody was asked for; the server's default where that says nothing. */
  agentFor({ name, traits }: Dialect): string | undefined {
    const expected = this.#options.agentByDialect?.[name] ?? traits.defaultAgent;
    return this.hasAgent(expected) ? expected : undefined;
  }

  /** The model that an owner chose for all sessions, if it is still there. */
  async modelOf(owner: string): Promise<string | undefined> {
    const { model } = await this.#options.store.settings.get(owner);
    return typeof model === 'string' && this.#options.hasModel?.(model) ? model : undefined;
  }

  /** The session that a dialect calls `name`. With `create`, one is made where there is none. */
  async find(
    owner: string,
    dialect: string,
    name: string | undefined,
    create: boolean,
  ): Promise<SessionRecord | undefined> {
    const { sessions } = this.#options.store;
    if (name === undefined) return create ? sessions.create(owner, { id: randomUUID() }) : undefined;
    const known = await sessions.resolve(owner, dialect, name);
    if (known || !create) return known;
    const made = await this.#make(owner, dialect, name);
    this.#arrivals.tell(owner, dialect, name, made);
    return made;
  }

  /** A session as a dialect names it. */
  async nameOf(owner: string, { name, traits }: Dialect, session: string): Promise<string> {
    const { aliases } = this.#options.store.sessions;
    if (traits.sessionIds === 'integer') return String(await aliases.integerFor(owner, name, session));
    return (await aliases.of(owner, name, session)) ?? session;
  }

  /** Calls back when the session that a dialect calls `name` comes to be; returns how to stop waiting. */
  whenMade(owner: string, dialect: string, name: string, callback: (record: SessionRecord) => void): () => void {
    return this.#arrivals.whenMade(owner, dialect, name, callback);
  }

  /** A run that has begun: by its id, or by what a client called a message that it answers; of one session, or any. */
  async run(owner: string, name: string, session?: string): Promise<RunRecord | undefined> {
    const { runs } = this.#options.store;
    const find = (called: string) =>
      session === undefined ? runs.find(owner, called) : runs.get(owner, session, called);
    const found = await find(name);
    if (found) return found;
    // It may have begun a moment ago, and not be written yet.
    const runId = await this.#actors.among(owner, async (each) => {
      const { run } = each;
      if (!run?.isCalled(name) || (session !== undefined && each.id !== session)) return undefined;
      await each.written();
      return run.runId;
    });
    return runId === undefined ? undefined : find(runId);
  }

  /** A message that waits for its run: by the id that the run will have, or by what a client called it. */
  waiting(owner: string, name: string): Promise<(Waiting & { readonly session: string }) | undefined> {
    return this.#actors.among(owner, async ({ id, waiting }) => {
      const found = waiting(name);
      return found && { ...found, session: id };
    });
  }

  /** The session of a run: by the run's id, or by what a client called the message that it answers. */
  async findByRun(owner: string, run: string): Promise<SessionRecord | undefined> {
    const name = run.replace(TURN_NUMBER, '');
    const { session } = (await this.run(owner, name)) ?? (await this.waiting(owner, name)) ?? {};
    return session === undefined ? undefined : this.#options.store.sessions.get(owner, session);
  }

  /** The actor of a session that exists. */
  open(owner: string, id: string): Promise<Session> {
    return this.#actors.open(owner, id);
  }

  /** The actor, if somebody has needed it lately. */
  loaded(id: string): Promise<Session> | undefined {
    return this.#actors.loaded(id);
  }

  async remove(owner: string, id: string): Promise<boolean> {
    const { sessions } = this.#options.store;
    if (!(await sessions.get(owner, id))) return false;
    return this.#actors.closeFor(id, () => sessions.remove(owner, id));
  }

  /** Takes up what the last process left undone; returns how many sessions that are. */
  recover(): Promise<number> {
    return this.#actors.recover();
  }

  /** Forgets actors that have nothing to do. */
  sweep(isWatched: (id: string) => boolean): void {
    this.#actors.sweep(isWatched);
  }

  /** What is in memory of a session is no longer true. */
  forget(id: string): void {
    this.#actors.forget(id);
  }

  /** No new runs; those under way stop where they are and go on from the log after the next start. */
  close(): Promise<void> {
    return this.#actors.close();
  }

  /**
   * A name that is unique by its form is the session's id, the same in every dialect; any other is an alias. Where
   * another owner has such a session, the name leads to one's own in every dialect too: nobody can tell the difference.
   */
  async #make(owner: string, dialect: string, name: string): Promise<SessionRecord | undefined> {
    const { sessions } = this.#options.store;
    const random = { id: randomUUID() };
    if (!UUID.test(name)) return sessions.resolve(owner, dialect, name, random);
    const id = name.toLowerCase();
    try {
      return await sessions.resolve(owner, dialect, name, { id });
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'CONFLICT')) throw error;
      const own = await sessions.resolve(owner, EVERY_DIALECT, id, random);
      if (own && name !== id) await sessions.aliases.set(owner, dialect, name, own.id);
      return own;
    }
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
