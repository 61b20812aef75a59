/** What is counted in one dialect: plain numbers, so that counting costs nothing where many events pass. */
export interface DialectTally {
  /** Connections that are open. */
  connections: number;
  /** Events given to watchers, each once for every watcher. */
  delivered: number;
  /** Readers that were cut because they did not read. */
  cut: number;
  /** Frames that could not be read, by reason. */
  readonly issues: Map<string, number>;
}

/** Counts of all dialects, made where something happens and read when somebody asks. */
export class Tally {
  readonly #byDialect = new Map<string, DialectTally>();

  /** Kept by whoever counts often: the same object every time. */
  of(dialect: string): DialectTally {
    const known = this.#byDialect.get(dialect);
    if (known) return known;
    const made = { connections: 0, delivered: 0, cut: 0, issues: new Map<string, number>() };
    this.#byDialect.set(dialect, made);
    return made;
  }

  issue(dialect: string, reason: string): void {
    const { issues } = this.of(dialect);
    issues.set(reason, (issues.get(reason) ?? 0) + 1);
  }

  entries(): Iterable<[string, DialectTally]> {
    return this.#byDialect.entries();
  }
}
