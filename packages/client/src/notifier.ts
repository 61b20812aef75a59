/** Tells its listeners that something changed, at most once in each frame of the screen. */
export class Notifier {
  readonly #listeners = new Set<() => void>();
  #isDue = false;
  #isMuted = false;

  subscribe(listener: () => void): () => void {
    // A function of its own for each: one listener may subscribe twice.
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  changed(): void {
    if (this.#isDue || this.#isMuted || this.#listeners.size === 0) return;
    this.#isDue = true;
    soon(() => {
      this.#isDue = false;
      if (this.#isMuted) return;
      for (const listener of [...this.#listeners]) listener();
    });
  }

  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
  }
}

const FRAME_MS = 16;

function soon(work: () => void): void {
  const { requestAnimationFrame, document } = globalThis as {
    requestAnimationFrame?: (callback: () => void) => number;
    document?: { visibilityState?: string };
  };
  // A tab in the background has no frames, and its title may still want to tell something.
  if (requestAnimationFrame && document?.visibilityState !== 'hidden') requestAnimationFrame(() => work());
  else setTimeout(work, FRAME_MS);
}
