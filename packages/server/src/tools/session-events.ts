import { type EventOf, isOnLine, type Rewind, type RunEvent, stretchesOf } from '@polywire/protocol';
import type { EventLog, PickedType } from '../log/contract.ts';
import { picker } from '../log/pick.ts';
import { portionsOf } from '../log/portions.ts';

/** Events of some types on a session's present line, oldest first: without what a rewind took back. */
export async function sessionEvents<T extends PickedType>(
  log: EventLog,
  session: string,
  types: readonly T[],
): Promise<readonly EventOf<T>[]> {
  const pick = picker<PickedType>([...types, 'history.rewound']);
  const found: RunEvent[] = [];
  const rewinds: Rewind[] = [];
  for await (const stretch of portionsOf(log, session)) {
    stretch.eachButWords((text) => {
      const event = pick(text);
      if (event?.type === 'history.rewound') rewinds.push(event);
      else if (event) found.push(event);
    });
  }
  const line = stretchesOf(rewinds, Number.POSITIVE_INFINITY);
  return found.filter(({ seq }) => isOnLine(line, seq)) as unknown as EventOf<T>[];
}
