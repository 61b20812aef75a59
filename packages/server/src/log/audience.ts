import type { Listener, Watching } from './contract.ts';
import type { Stretch } from './stretch.ts';

/** Who wants to hear of one session's new events. */
export class Audience {
  readonly #members = new Set<Member>();
  /** The same, for whoever tells them: made anew whenever somebody comes or goes. */
  #listeners: readonly Listener[] = NOBODY;
  #patienceMs = UNWATCHED_MS;

  get isEmpty(): boolean {
    return this.#listeners.length === 0;
  }

  /** How long words may wait: the least patient decides. */
  get patienceMs(): number {
    return this.#patienceMs;
  }

  add(listener: Listener): Watching {
    const member: Member = { listener, patienceMs: 0 };
    this.#members.add(member);
    this.#count();
    return {
      patience: (ms) => {
        member.patienceMs = ms;
        this.#weigh();
      },
      stop: () => {
        if (this.#members.delete(member)) this.#count();
      },
    };
  }

  /** One who throws is no reason to leave the others without what is durable. */
  tell(stretch: Stretch, onProblem: (cause: unknown) => void): void {
    const listeners = this.#listeners;
    for (const listener of listeners) {
      // Somebody else was told, and sent this one away.
      if (listeners !== this.#listeners && !this.#listeners.includes(listener)) continue;
      try {
        listener.hear(stretch);
      } catch (cause) {
        onProblem(cause);
      }
    }
  }

  #count(): void {
    this.#listeners = [...this.#members].map(({ listener }) => listener);
    this.#weigh();
  }

  #weigh(): void {
    let least = UNWATCHED_MS;
    for (const { patienceMs } of this.#members) least = Math.min(least, patienceMs);
    this.#patienceMs = least;
  }
}

interface Member {
  readonly listener: Listener;
  patienceMs: number;
}

const NOBODY: readonly Listener[] = [];

/** What a crash may cost where nobody was shown anything yet: a tenth of a second of words, which are said again. */
export const UNWATCHED_MS = 100;
