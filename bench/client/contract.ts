/** Has a client read one answer of so many chunks; returns the milliseconds of work it took. */
export type ReadLong = (chunks: number) => Promise<number>;

/** What a chunk says. */
export const WORD = 'word ';

export const SMALL = 10_000;
export const LARGE = 40_000;

export type Order = { readonly kind: 'none' };
/** Microseconds for one chunk. */
export interface Report {
  readonly kind: 'read';
  readonly small: number;
  readonly large: number;
}
