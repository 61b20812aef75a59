import { randomUUID } from 'node:crypto';
import type { Dialect, Outcome } from '@polywire/protocol';
import type { Agent } from '../agents/contract.ts';
import { detached } from '../detached.ts';
import type { Appended, EventLog } from '../log/contract.ts';
import { LogError } from '../log/errors.ts';
import { EVERY_DIALECT, type RunRecord, type SessionRecord, type Store } from '../store/contract.ts';
import { StoreError } from '../store/errors.ts';
import { Arrivals } from './arrivals.ts';
import { Budgets } from './budget.ts';
import type { Limits } from './limits.ts';
import { loadState } from './load.ts';
import { SHUTTING_DOWN } from './refuse.ts';
import { TURN_NUMBER } from './run.ts';
import { Session, type SessionOptions, type WhenBusy } from './session.ts';
import { halted } from './unwritten.ts';
import type { Waiting } from './waiting.ts';

export interface DirectoryOptions {
  readonly log: EventLog;
  readonly store: Store;
  readonly agents: readonly Agent[];
  /** Who answers in a dialect where nobody was asked for. */
  readonly agentByDialect?: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly whenBusy: WhenBusy;
  /** Of this installation: the same after a restart. */
  readonly secret: string;
  /** Of this process: larger than that of any before it. */
  readonly epoch: number;
  hasModel?(name: string): boolean;
  now(): number;
  report(error: unknown, about?: object): void;
  runEnded?: SessionOptions['runEnded'];
  /** A run that others watch cannot be written now. */
  halted?(session: string, outcome: Outcome): void;
  /** Before it nothing is loaded: tools that a run was using may still be on their way. `recover` follows. */
  readonly ready?: Promise<unknown>;
}

interface Loading {
  readonly done: Promise<Session>;
  /** Once it is loaded: until then, somebody waits for it. */
  session: Session | undefined;
  /** Since the last sweep. */
  isWanted: boolean;
}

/** Where sessions are found, loaded when somebody needs them, and taken up again after a restart. */
export class Directory {
  readonly #options: DirectoryOptions;
  readonly #loaded = new Map<string, Loading>();
  readonly #retries = new Set<NodeJS.Timeout>();
  /** Sessions that broke in this process and are not loaded again. */
  readonly #broken = new Set<string>();
  readonly #arrivals = new Arrivals();
  readonly #budgets: Budgets;
  #isClosing = false;
  /** Whatever is loaded meanwhile may be what stopped the last process. */
  #isRecovering: boolean;

  constructor(options: DirectoryOptions) {
    this.#options = options;
    this.#isRecovering = options.ready !== undefined;
    this.#budgets = new Budgets(options.store.runs, options.now);
  }

  get isClosing(): boolean {
    return this.#isClosing;
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
  await(owner: string, dialect: string, name: string, callback: (record: SessionRecord) => void): () => void {
    return this.#arrivals.await(owner, dialect, name, callback);
  }

  /** A run that has begun: by its id, or by what a client called a message that it answers; of one session, or any. */
  async run(owner: string, name: string, session?: string): Promise<RunRecord | undefined> {
    const { runs } = this.#options.store;
    const find = (called: string) =>
      session === undefined ? runs.find(owner, called) : runs.get(owner, session, called);
    const found = await find(name);
    if (found) return found;
    // It may have begun a moment ago, and not be written yet.
    const runId = await this.#among(owner, async (each) => {
      const { run } = each;
      if (!run?.isCalled(name) || (session !== undefined && each.id !== session)) return undefined;
      await each.written();
      return run.runId;
    });
    return runId === undefined ? undefined : find(runId);
  }

  /** A message that waits for its run: by the id that the run will have, or by what a client called it. */
  waiting(owner: string, name: string): Promise<(Waiting & { readonly session: string }) | undefined> {
    return this.#among(owner, async ({ id, waiting }) => {
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
    return this.#open(owner, id);
  }

  /** The actor, if somebody has needed it lately. */
  loaded(id: string): Promise<Session> | undefined {
    return this.#loaded.get(id)?.done;
  }

  /**
   * Takes up what the last process left undone; returns how many sessions that are. Runs that were taken up before and
   * got nothing done since may be what stopped it: they go on after the others, one at a time.
   */
  async recover(): Promise<number> {
    const suspects: Session[] = [];
    this.#isRecovering = true;
    try {
      const unsettled = await this.#options.store.sessions.unsettled();
      for (const { owner, id } of unsettled) {
        // One that cannot be read stays as it is; the others are not to wait for it.
        const session = await this.#open(owner, id).catch(this.#options.report);
        if (session?.isHeld) suspects.push(session);
      }
      return unsettled.length;
    } finally {
      this.#isRecovering = false;
      this.#release(suspects).catch(this.#options.report);
    }
  }

  /** Forgets actors that have nothing to do. */
  sweep(isWatched: (id: string) => boolean): void {
    for (const [id, loading] of this.#loaded) {
      // Whoever asked for it lately may be about to say something to it.
      if (loading.session?.isIdle && !isWatched(id) && !loading.isWanted) this.#loaded.delete(id);
      loading.isWanted = false;
    }
  }

  async remove(owner: string, id: string): Promise<boolean> {
    const { store } = this.#options;
    if (!(await store.sessions.get(owner, id))) return false;
    await (await this.#loaded.get(id)?.done)?.close();
    const loading = this.#loaded.get(id);
    return store.sessions.remove(owner, id).finally(() => {
      if (this.#loaded.get(id) === loading) this.forget(id);
    });
  }

  /** What is in memory of a session is no longer true. */
  forget(id: string): void {
    this.#loaded.delete(id);
    this.#broken.delete(id);
  }

  /** No new runs; those under way stop where they are and go on from the log after the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const retry of this.#retries) clearTimeout(retry);
    const sessions = await Promise.allSettled([...this.#loaded.values()].map(({ done }) => done));
    await Promise.all(sessions.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)));
    this.#loaded.clear();
  }

  #open(owner: string, id: string): Promise<Session> {
    const known = this.#loaded.get(id);
    if (known) {
      known.isWanted = true;
      return known.done;
    }
    // Its run would go on while the log is closed under it.
    if (this.#isClosing) return Promise.reject(new LogError('CLOSED', SHUTTING_DOWN.error.message));
    const loading: Loading = { done: this.#load(owner, id), session: undefined, isWanted: true };
    this.#loaded.set(id, loading);
    loading.done.then(
      (session) => {
        loading.session = session;
      },
      () => this.#loaded.delete(id),
    );
    return loading.done;
  }

  /** One after another: if one of them stops the process again, it is known which. */
  async #release(suspects: readonly Session[]): Promise<void> {
    for (const suspect of suspects) if (!this.#isClosing) await suspect.release();
  }

  /** The first of an owner's sessions in memory that has what is looked for. Those with work to do are all there. */
  async #among<T>(owner: string, find: (session: Session) => Promise<T | undefined>): Promise<T | undefined> {
    for (const { done } of this.#loaded.values()) {
      const session = await done.catch(NOT_LOADED);
      const found = session?.owner === owner ? await find(session) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
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

  async #load(owner: string, id: string): Promise<Session> {
    const holdsSuspects = this.#isRecovering;
    const { log, agents, limits, whenBusy, secret, epoch, now, report, runEnded, ready } = this.#options;
    await ready;
    await this.#budgets.load(owner);
    const state = await loadState(log, id);
    const isReload = this.#broken.delete(id);
    return new Session(
      {
        id,
        owner,
        secret,
        epoch,
        log,
        limits,
        whenBusy,
        budgets: this.#budgets,
        isReload,
        holdsSuspects,
        now,
        report,
        ...(runEnded && { runEnded }),
        agentNames: agents.map(({ name }) => name),
        agentNamed: (name) => (name === undefined ? agents[0] : agents.find((agent) => agent.name === name)),
        policy: async () => (await this.#options.store.sessions.get(owner, id))?.policy,
        broken: (session, outcome) => this.#reload(session, outcome),
      },
      state,
    );
  }

  /** The log refused an append: forget what was in memory, and go on from the log when it takes appends again. */
  #reload(session: Session, outcome: Appended): void {
    if (this.#loaded.get(session.id)?.session === session) this.forget(session.id);
    if (this.#isClosing) return;
    this.#broken.add(session.id);
    this.#options.report('cause' in outcome ? outcome.cause : new Error(CONFLICT), { session: session.id });
    detached(this.#tellHalted(session.id, outcome), this.#options.report);
    const retry = setTimeout(() => {
      this.#retries.delete(retry);
      this.open(session.owner, session.id).catch((error: unknown) => this.#options.report(error));
    }, RETRY_MS);
    this.#retries.add(retry);
  }

  /** Whoever waits for something that the log has begun is told why nothing comes. */
  async #tellHalted(id: string, outcome: Appended): Promise<void> {
    const { run, queue } = await loadState(this.#options.log, id);
    if (run.length > 0 || queue.length > 0) this.#options.halted?.(id, halted(outcome));
  }
}

/** Whoever asked for it is told why; for all others it is not there. */
const NOT_LOADED = () => undefined;
const CONFLICT = 'The log has other events of this session than were expected: it is loaded again.';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A full disk is seldom freed within less. */
const RETRY_MS = 5_000;
