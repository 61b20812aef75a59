import { type EventOf, type EventType, isOnLine, type Rewind, type RunEvent, stretchesOf } from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';
import { portionsOf } from '../log/portions.ts';

/** Events of some types on a session's present line, oldest first: without what a rewind took back. */
export async function sessionEvents<T extends EventType>(
  log: EventLog,
  session: string,
  types: readonly T[],
): Promise<readonly EventOf<T>[]> {
  // Almost all of a log are deltas: only lines that may matter are parsed.
  const mayMatter = new RegExp([...types, 'history.rewound'].map((type) => `"${type.replace('.', '\\.')}"`).join('|'));
  const found: RunEvent[] = [];
  const rewinds: Rewind[] = [];
  for await (const { lines } of portionsOf(log, session)) {
    for (const text of lines) {
      if (!mayMatter.test(text)) continue;
      const event = JSON.parse(text) as RunEvent;
      if (event.type === 'history.rewound') rewinds.push(event);
      else if ((types as readonly EventType[]).includes(event.type)) found.push(event);
    }
  }
  const line = stretchesOf(rewinds, Number.POSITIVE_INFINITY);
  return found.filter(({ seq }) => isOnLine(line, seq)) as unknown as EventOf<T>[];
}
