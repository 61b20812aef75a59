/** Fails with what was tried, what came, and what would have been right. */
export function expected<T>(what: string, seen: T, right: readonly T[]): void {
  if (!right.includes(seen)) throw new Error(`${what}: ${String(seen)}, not ${right.join(' or ')}`);
}
