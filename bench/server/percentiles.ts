/** In milliseconds, of microseconds. */
export function percentiles(micros: number[]): { p50: number; p99: number } {
  micros.sort((a, b) => a - b);
  const at = (share: number) => (micros[Math.min(micros.length - 1, Math.floor(micros.length * share))] ?? 0) / 1_000;
  return { p50: at(0.5), p99: at(0.99) };
}
