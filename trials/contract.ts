/** A text for people, in both languages. */
export interface Text {
  readonly en: string;
  readonly zh: string;
}

/** How far a trial is. */
export interface Tries {
  /** How many this run asks for. */
  readonly count: number;
  /** What everything random is drawn from, so that a failure can be had again. */
  readonly seed: number;
  /** One more try is over. */
  done(): void;
}

/** One fault or one attack. */
export interface Trial {
  /** Short, for `--only`; unique in its table. */
  readonly name: string;
  readonly about: Text;
  /** Tries of the long run, and of `npm test`; 0 there: the long run alone. */
  readonly tries: { readonly long: number; readonly short: number };
  /** The figures are seconds, filled with as many tries as fit. */
  readonly unit?: 'seconds';
  /** Why it cannot be tried on this machine, if so. */
  needs?(): Text | undefined;
  /** What was seen, in a few words and figures. Throws when the promise did not hold. */
  run(tries: Tries): Promise<Text>;
}
