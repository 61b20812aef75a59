import { readJsonObject } from '../../codec/read-json.ts';
import type { Frame } from '../../dialect.ts';
import { isJsonObject } from '../../json.ts';

/** The place of a frame as Loom's clients know it: the run and the event_id. */
export function placeName(run: string, eventId: number): string {
  return `${run}#${eventId}`;
}

/** Only the WebSocket's frames name their run. */
export function placeOf(frame: Frame): string | undefined {
  const parsed = readJsonObject(frame.data, { maxChars: Number.POSITIVE_INFINITY });
  if (!parsed.ok) return undefined;
  const { id, event } = parsed.object;
  const { event_id } = isJsonObject(event) ? event : parsed.object;
  return typeof id === 'string' && typeof event_id === 'number' ? placeName(id, event_id) : undefined;
}
