import { type Cursor, type Dialect, parseCursor, type StreamInfo } from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';
import { portionsOf } from '../log/portions.ts';

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
  for await (const { events } of portionsOf(log, session, { size: READ_EVENTS })) {
    for (const event of events) {
      for (const frame of encoder.push(event)) {
        if (placeOf(frame) === place) return { seq: frame.seq, sub: frame.sub };
      }
    }
  }
  return undefined;
}

const READ_EVENTS = 512;
