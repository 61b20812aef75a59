import type { Entry, Figures, Measured } from '../contract.ts';
import type { Text } from '../lib/text.ts';

/** What one experiment gave: kept in `docs/benchmarks.json`, which the document is written from. */
export interface Result {
  readonly date: string;
  /** With its load before and after. */
  readonly machine: string;
  readonly rounds: number;
  readonly isQuick: boolean;
  readonly entries: readonly (Entry & { readonly figures: Figures })[];
  readonly goals: readonly (Measured & { readonly says: Text })[];
}

/** By the names of the experiments. */
export type Results = Readonly<Record<string, Result>>;
