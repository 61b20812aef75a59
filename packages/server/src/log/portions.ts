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

/** A session's events, in portions. Ends where nothing more is written, also when the session was deleted meanwhile. */
export async function* portionsOf(
  log: EventLog,
  session: string,
  { after = 0, to = Number.POSITIVE_INFINITY, size = READ_EVENTS }: Range = {},
): AsyncGenerator<Stretch> {
  for (let at = after; at < to; at += size) {
    const limit = Math.min(size, to - at);
    const stretch = await log.read(session, at, limit);
    if (stretch.length > 0) yield stretch;
    if (stretch.length < limit) return;
  }
}

const READ_EVENTS = 4096;
