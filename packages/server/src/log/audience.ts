import type { Watcher, Watching } from './contract.ts';
import type { Stretch } from './stretch.ts';

/** Who wants to hear of one session's new events. */
export class Audience {
  readonly #members = new Set<Member>();
  #patienceMs = UNWATCHED_MS;

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  /** How long words may wait: the least patient decides. */
  get patienceMs(): number {
    return this.#patienceMs;
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
    for (const { watcher } of this.#members) {
      try {
        watcher(stretch);
      } catch (cause) {
        onProblem(cause);
      }
    }
  }

  #weigh(): void {
    let least = UNWATCHED_MS;
    for (const { patienceMs } of this.#members) least = Math.min(least, patienceMs);
    this.#patienceMs = least;
  }
}

interface Member {
  readonly watcher: Watcher;
  patienceMs: number;
}

/** What a crash may cost where nobody was shown anything yet: a tenth of a second of words, which are said again. */
export const UNWATCHED_MS = 100;
