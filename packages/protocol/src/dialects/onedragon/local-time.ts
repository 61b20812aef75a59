const MINUTE_MS = 60_000;

/** `2025-09-15 18:17:51.641` in a zone that is `offsetMin` minutes ahead of UTC. */
export function formatLocal(at: number, offsetMin: number): string {
  const date = new Date(at + offsetMin * MINUTE_MS);
  const safe = Number.isNaN(date.getTime()) ? new Date(0) : date;
  return safe.toISOString().slice(0, -1).replace('T', ' ');
}

/** Epoch milliseconds of such a time, or undefined: front ends never read it, so a strange one does no harm. */
export function parseLocal(text: string | undefined, offsetMin: number): number | undefined {
  const [, day, time, fraction = ''] = LOCAL.exec(text ?? '') ?? [];
  if (day === undefined) return undefined;
  const at = Date.parse(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`) - offsetMin * MINUTE_MS;
  return at >= 0 ? at : undefined;
}
const LOCAL = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?$/;
