import type { Watcher, Watching } from './contract.ts';
import type { Stretch } from './stretch.ts';

/** Who wants to hear of one session's new events. */
export class Audience {
  readonly #members = new Set<Member>();
  /** The same, for those who tell them: made anew whenever somebody comes or goes. */
  #watchers: readonly Watcher[] = NOBODY;
  /** How long words may wait: the least patient decides. */
  patienceMs = UNWATCHED_MS;

  get isEmpty(): boolean {
    return this.#watchers.length === 0;
  }

  add(watcher: Watcher): Watching {
    const member: Member = { watcher, patienceMs: 0 };
    this.#members.add(member);
    this.#weigh();
    return {
      patience: (ms) => {
        member.patienceMs = ms;
        this.#weigh();
      },
      stop: () => {
        this.#members.delete(member);
        this.#weigh();
      },
    };
  }

  /** One who throws is no reason to leave the others without what is durable. */
  tell(stretch: Stretch, onProblem: (cause: unknown) => void): void {
    const watchers = this.#watchers;
    for (const watcher of watchers) {
      // Somebody else was told, and sent this one away.
      if (watchers !== this.#watchers && !this.#watchers.includes(watcher)) continue;
      try {
        watcher.hear(stretch);
      } catch (cause) {
        onProblem(cause);
      }
    }
  }

  #weigh(): void {
    let least = UNWATCHED_MS;
    for (const { patienceMs } of this.#members) least = Math.min(least, patienceMs);
    this.patienceMs = least;
    this.#watchers = [...this.#members].map(({ watcher }) => watcher);
  }
}

interface Member {
  readonly watcher: Watcher;
  patienceMs: number;
}

const NOBODY: readonly Watcher[] = [];

/** What a crash may cost where nobody was shown anything yet: a tenth of a second of words, which are said again. */
export const UNWATCHED_MS = 100;
