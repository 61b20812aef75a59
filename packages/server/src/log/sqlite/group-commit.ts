/**
 * When to commit what was staged. Alone, an append is committed at the end of its turn of the event loop; under load
 * commits keep a small distance, so that many appends share one sync.
 */
export class GroupCommit {
  readonly #commit: () => number;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Immediate | undefined;
  #isBusy = false;

  /** `commit` writes what is staged and says how many appends that were. */
  constructor(commit: () => number) {
    this.#commit = commit;
  }

  schedule(): void {
    if (this.#soon || this.#timer) return;
    if (this.#isBusy) this.#timer = setTimeout(this.#run, WINDOW_MS);
    else this.hurry();
  }

  /** At the end of this turn: more would not make it cheaper. */
  hurry(): void {
    this.#soon ??= setImmediate(this.#run);
  }

  /** Not before so long. */
  later(ms: number): void {
    this.#forget();
    this.#timer = setTimeout(this.#run, ms);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#soon);
    this.#timer = undefined;
    this.#soon = undefined;
  }

  readonly #run = (): void => {
    this.#forget();
    this.#isBusy = this.#commit() > BUSY_APPENDS;
  };
}

/** Far below what a reader notices, far above what a commit costs. */
const WINDOW_MS = 4;
/** More appends than this in one commit mean that others are on their way. */
const BUSY_APPENDS = 1;
