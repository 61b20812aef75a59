import { MIB } from '../bytes.ts';
import type { EventLog } from './contract.ts';
import type { Stretch } from './stretch.ts';

interface Range {
  /** Seq before the first. */
  readonly after?: number;
  /** Seq of the last; all there is where it is not said. */
  readonly to?: number;
  /** Events at a time. */
  readonly size?: number;
}

/**
 * A session's events, in portions that are bounded however large events are. Ends where nothing more was written when it
 * began, or where the session was deleted meanwhile.
 */
export async function* portionsOf(
  log: EventLog,
  session: string,
  { after = 0, to = Number.POSITIVE_INFINITY, size = PORTION_EVENTS }: Range = {},
): AsyncGenerator<Stretch> {
  const head = await log.head(session);
  for (let at = after; at < to; ) {
    const limit = Math.min(size, to - at);
    const stretch = await log.read(session, at, limit, PORTION_CHARS);
    if (stretch.length > 0) yield stretch;
    if (isLast(stretch, limit, head)) return;
    at = stretch.last;
  }
}

/**
 * Whether a portion, of which `limit` were asked for, ends a session that ended at `head` when somebody began to go through
 * it: to go on to where it ends now might take as long as it is written to. That it is damaged behind its last event is only
 * told whoever asks for more than that, so a portion that was asked for up to there is not the last.
 */
export function isLast({ first, last, length }: Stretch, limit: number, head: number): boolean {
  return length === 0 || (last >= head && first + limit > head + 1);
}

/** What is held of a session while somebody goes through it, and one kept text more: large events fill it alone. */
export const PORTION_CHARS = MIB;
export const PORTION_EVENTS = 4096;
