/** Microseconds of a clock that all processes of a machine share. */
export function micros(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** A chunk says when it was due: this, then so many digits. */
export const DUE_MARK = '@';
export const DUE_DIGITS = 16;
