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
 * A session's events, in portions that are bounded however large events are. Ends where nothing more is written, also when
 * the session was deleted meanwhile.
 */
export async function* portionsOf(
  log: EventLog,
  session: string,
  { after = 0, to = Number.POSITIVE_INFINITY, size = READ_EVENTS }: Range = {},
): AsyncGenerator<Stretch> {
  for (let at = after; at < to; ) {
    const stretch = await log.read(session, at, Math.min(size, to - at), PORTION_CHARS);
    if (stretch.length === 0) return;
    at = stretch.last;
    yield stretch;
  }
}

/** What is held of a session while somebody goes through it: it is as much as one large event may take. */
export const PORTION_CHARS = 1024 * 1024;
const READ_EVENTS = 4096;
