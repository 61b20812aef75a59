/** Refused in words, and never upgraded. */
export function refusedOnce(what: string, statuses: readonly number[]): string {
  const [status = 0] = statuses;
  if (statuses.length === 1 && status >= 400 && status < 500) return String(status);
  throw new Error(`${what}: ${statuses.join() || 'nothing'}`);
}
