import { type Cursor, type Dialect, parseCursor, type StreamInfo } from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';

/** A client's own word for a place in the stream as a cursor; undefined where it is none. */
export async function cursorAt(
  log: EventLog,
  session: string,
  dialect: Dialect,
  stream: StreamInfo,
  place: string,
): Promise<Cursor | undefined> {
  const cursor = parseCursor(place);
  const { placeOf } = dialect.server;
  if (cursor || !placeOf) return cursor;
  const encoder = dialect.server.encoder(stream);
  for (let after = 0; ; ) {
    const { events, last, length } = await log.read(session, after, READ_EVENTS);
    if (length === 0) return undefined;
    for (const event of events) {
      for (const frame of encoder.push(event)) {
        if (placeOf(frame) === place) return { seq: frame.seq, sub: frame.sub };
      }
    }
    after = last;
  }
}

const READ_EVENTS = 512;
