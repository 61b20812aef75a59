import { type EventOf, type EventType, isOnLine, type Rewind, type RunEvent, stretchesOf } from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';
import { picker } from '../log/pick.ts';
import { portionsOf } from '../log/portions.ts';

/** Events of some types on a session's present line, oldest first: without what a rewind took back. */
export async function sessionEvents<T extends EventType>(
  log: EventLog,
  session: string,
  types: readonly T[],
): Promise<readonly EventOf<T>[]> {
  const pick = picker<EventType>([...types, 'history.rewound']);
  const found: RunEvent[] = [];
  const rewinds: Rewind[] = [];
  for await (const stretch of portionsOf(log, session)) {
    stretch.eachOther((text) => {
      const event = pick(text);
      if (event?.type === 'history.rewound') rewinds.push(event);
      else if (event) found.push(event);
    });
  }
  const line = stretchesOf(rewinds, Number.POSITIVE_INFINITY);
  return found.filter(({ seq }) => isOnLine(line, seq)) as unknown as EventOf<T>[];
}
