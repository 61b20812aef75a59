import { Audience } from './audience.ts';
import type { Listener, Watching } from './contract.ts';
import type { Stretch } from './stretch.ts';

/** Who wants to hear of which session. */
export class Audiences {
  readonly #bySession = new Map<string, Audience>();

  add(session: string, listener: Listener): Watching {
    const audience = this.#bySession.get(session) ?? new Audience();
    this.#bySession.set(session, audience);
    const watching = audience.add(listener);
    return {
      ...watching,
      stop: () => {
        watching.stop();
        if (audience.isEmpty && this.#bySession.get(session) === audience) this.#bySession.delete(session);
      },
    };
  }

  tell(session: string, stretch: Stretch, onProblem: (cause: unknown) => void): void {
    this.#bySession.get(session)?.tell(stretch, onProblem);
  }
}
