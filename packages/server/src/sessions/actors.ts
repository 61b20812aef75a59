import type { Outcome } from '@polywire/protocol';
import type { Agent } from '../agents/contract.ts';
import { detached } from '../detached.ts';
import type { Appended, EventLog } from '../log/contract.ts';
import { LogError } from '../log/errors.ts';
import type { Store } from '../store/contract.ts';
import { Budgets } from './budget.ts';
import type { Limits } from './limits.ts';
import { loadState } from './load.ts';
import { SHUTTING_DOWN } from './refuse.ts';
import { Session, type SessionOptions, type WhenBusy } from './session.ts';
import { halted } from './unwritten.ts';

export interface ActorsOptions {
  readonly log: EventLog;
  readonly store: Store;
  readonly agents: readonly Agent[];
  readonly limits: Limits;
  readonly whenBusy: WhenBusy;
  /** Of this installation: the same after a restart. */
  readonly secret: string;
  /** Of this process: larger than that of any before it. */
  readonly epoch: number;
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

/** The sessions in memory: loaded when somebody needs them, and taken up again after a restart or an outage. */
export class Actors {
  readonly #options: ActorsOptions;
  readonly #loaded = new Map<string, Loading>();
  readonly #retries = new Set<NodeJS.Timeout>();
  /** Sessions that broke in this process and are not loaded again. */
  readonly #broken = new Set<string>();
  readonly #budgets: Budgets;
  #isClosing = false;
  /** Whatever is loaded meanwhile may be what stopped the last process. */
  #isRecovering: boolean;

  constructor(options: ActorsOptions) {
    this.#options = options;
    this.#isRecovering = options.ready !== undefined;
    this.#budgets = new Budgets(options.store.runs, options.now);
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** That of a session which exists. */
  open(owner: string, id: string): Promise<Session> {
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

  /** The same, if somebody has needed it lately. */
  loaded(id: string): Promise<Session> | undefined {
    return this.#loaded.get(id)?.done;
  }

  /** The first of an owner's sessions in memory that has what is looked for. Those with work to do are all there. */
  async among<T>(owner: string, find: (session: Session) => Promise<T | undefined>): Promise<T | undefined> {
    for (const { done } of this.#loaded.values()) {
      const session = await done.catch(NOT_LOADED);
      const found = session?.owner === owner ? await find(session) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
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
        const session = await this.open(owner, id).catch(this.#options.report);
        if (session?.isHeld) suspects.push(session);
      }
      return unsettled.length;
    } finally {
      this.#isRecovering = false;
      this.#release(suspects).catch(this.#options.report);
    }
  }

  /** Forgets those that have nothing to do. */
  sweep(isWatched: (id: string) => boolean): void {
    for (const [id, loading] of this.#loaded) {
      // Whoever asked for it lately may be about to say something to it.
      if (loading.session?.isIdle && !isWatched(id) && !loading.isWanted) this.#loaded.delete(id);
      loading.isWanted = false;
    }
  }

  /** Ends that of a session which is then removed, and forgets it unless the session came to be again meanwhile. */
  async closeFor<T>(id: string, remove: () => Promise<T>): Promise<T> {
    await (await this.#loaded.get(id)?.done)?.close();
    const loading = this.#loaded.get(id);
    return remove().finally(() => {
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

  /** One after another: if one of them stops the process again, it is known which. */
  async #release(suspects: readonly Session[]): Promise<void> {
    for (const suspect of suspects) if (!this.#isClosing) await suspect.release();
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
    if (await this.#isUnderWay(id)) this.#options.halted?.(id, halted(outcome));
  }

  /** Where the log cannot be read either, something was: it is what could not be written. */
  async #isUnderWay(id: string): Promise<boolean> {
    try {
      const { run, queue } = await loadState(this.#options.log, id);
      return run.length > 0 || queue.length > 0;
    } catch (error) {
      this.#options.report(error, { session: id });
      return true;
    }
  }
}

/** Whoever asked for it is told why; for all others it is not there. */
const NOT_LOADED = () => undefined;
const CONFLICT = 'The log has other events of this session than were expected: it is loaded again.';
/** A full disk is seldom freed within less. */
const RETRY_MS = 5_000;
