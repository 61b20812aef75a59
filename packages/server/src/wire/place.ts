import { type Cursor, type Dialect, type Outcome, parseCursor, type StreamInfo, wholeOf } from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';
import { portionsOf } from '../log/portions.ts';
import { refuse } from '../sessions/refuse.ts';

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

export const START: Cursor = { seq: 0, sub: 0 };

export function justBefore(seq: number): Cursor {
  return wholeOf(seq - 1);
}

export function noPlace(after: string): Outcome {
  const shown = after.slice(0, MAX_SHOWN_CHARS);
  return refuse('INVALID', `${shown} is no place in this session. / ${shown} 不是该会话中的位置。`);
}
const MAX_SHOWN_CHARS = 64;
