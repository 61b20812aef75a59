import type { Text } from './lib/text.ts';

/** What is measured in a lap; `measures.ts` says what each is called. */
export type Measure =
  | 'cpu'
  | 'net'
  | 'p50'
  | 'p99'
  | 'bytes'
  | 'rss'
  | 'ms'
  | 'together'
  | 'each'
  | 'held'
  | 'cut'
  | 'behind'
  | 'wire'
  | 'work'
  | 'burst'
  | 'awake'
  | 'chunk'
  | 'long'
  | 'append'
  | 'read';
export type Figures = Partial<Readonly<Record<Measure, number>>>;

/** One line of a table: a program, or a size that it is given. */
export interface Entry {
  readonly name: string;
  readonly title: Text;
  /** A point of a curve rather than a program of its own. */
  readonly point?: { readonly curve: string; readonly x: number };
  /** No goal stands on it: not measured in a quick run. */
  readonly isExtra?: boolean;
  /** One of those in `peers/`, which are installed when they are needed. */
  readonly isPeer?: boolean;
}

export interface LapOptions {
  readonly isQuick: boolean;
  /** A folder for CPU profiles. */
  readonly profileTo?: string;
}

/** The figures of one round, by the names of the entries. */
export type Round = ReadonlyMap<string, Figures>;

export interface Measured {
  readonly text: string;
  /** The same ratio without the making of the chunks. */
  readonly net?: number;
  readonly isMet: boolean;
}

export interface Goal {
  readonly says: Text;
  /** The entry that ours is held against, where there is one. */
  readonly beside?: string;
  measure(rounds: readonly Round[]): Measured;
}

/** Everything about one workload. MUST throw rather than give figures of a lap in which anything was lost. */
export interface Experiment {
  readonly name: string;
  readonly title: Text;
  /** What is done, in a sentence or two. */
  readonly about: Text;
  readonly entries: readonly Entry[];
  readonly rounds: { readonly full: number; readonly quick: number };
  /** The columns of its table. */
  readonly shows: readonly Measure[];
  /** What its chart shows; no chart where nothing is said. */
  readonly charts?: readonly Measure[];
  /** What x is, where entries are points. */
  readonly x?: Text;
  readonly goals: readonly Goal[];
  lap(entry: string, options: LapOptions): Promise<Figures>;
}
