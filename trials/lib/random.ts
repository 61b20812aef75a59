/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** From 0 up to 1. */
  (): number;
  /** A whole number from `from` up to `to`, both included. */
  int(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    // Mulberry32: short, and good enough for choosing moments.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return Object.assign(next, { int, pick: <T>(list: readonly T[]) => list[int(0, list.length - 1)] as T });
}
