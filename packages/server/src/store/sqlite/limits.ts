/** What one answer holds unless it is asked for less or more. */
const DEFAULT_ITEMS = 50;
/** No answer holds more: it stands in memory while it is made. */
const MAX_ITEMS = 500;

export function itemsOf(limit: number | undefined): number {
  if (limit === undefined || !Number.isFinite(limit)) return DEFAULT_ITEMS;
  return Math.min(Math.max(Math.trunc(limit), 1), MAX_ITEMS);
}
