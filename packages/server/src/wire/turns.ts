import type { Watcher } from './watcher.ts';

/** Connections that are shown the turns that answer their own messages, and nothing else of their session. */
export class Turns {
  readonly #bySession = new Map<string, Set<Watcher>>();

  add(session: string, watcher: Watcher): void {
    const watchers = this.#bySession.get(session) ?? new Set();
    this.#bySession.set(session, watchers.add(watcher));
  }

  remove(session: string, watcher: Watcher): void {
    const watchers = this.#bySession.get(session);
    watchers?.delete(watcher);
    if (watchers?.size === 0) this.#bySession.delete(session);
  }

  /** How many of them see nothing of a run. */
  elsewhere(session: string, run: { answers(ref: string): boolean }): number {
    const watchers = [...(this.#bySession.get(session) ?? [])];
    return watchers.filter(({ owed }) => owed === undefined || !run.answers(owed)).length;
  }
}
