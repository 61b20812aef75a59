import type { Watcher } from './contract.ts';
import type { Stretch } from './stretch.ts';

/** Who wants to hear of a session's new events. */
export class Watchers {
  readonly #bySession = new Map<string, Set<Watcher>>();

  add(session: string, watcher: Watcher): () => void {
    const watchers = this.#bySession.get(session) ?? new Set();
    this.#bySession.set(session, watchers);
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#bySession.get(session) === watchers) this.#bySession.delete(session);
    };
  }

  has(session: string): boolean {
    return this.#bySession.has(session);
  }

  tell(session: string, stretch: Stretch): void {
    const watchers = this.#bySession.get(session);
    if (watchers) for (const watcher of watchers) watcher(stretch);
  }
}
