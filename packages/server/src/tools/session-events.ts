import type { EventOf, EventType, RunEvent } from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';

/** Events of some types on a session's present line, oldest first: without what a rewind took back. */
export async function sessionEvents<T extends EventType>(
  log: EventLog,
  session: string,
  types: readonly T[],
): Promise<readonly EventOf<T>[]> {
  // Almost all of a log are deltas: only lines that may matter are parsed.
  const mayMatter = new RegExp([...types, 'history.rewound'].map((type) => `"${type.replace('.', '\\.')}"`).join('|'));
  let line: RunEvent[] = [];
  for (let after = 0; ; ) {
    const { lines, last, length } = await log.read(session, after, READ_EVENTS);
    if (length === 0) break;
    for (const text of lines) {
      if (!mayMatter.test(text)) continue;
      const event = JSON.parse(text) as RunEvent;
      if (event.type === 'history.rewound') line = line.filter(({ seq }) => seq <= event.toSeq);
      else if ((types as readonly EventType[]).includes(event.type)) line.push(event);
    }
    after = last;
  }
  return line as unknown as EventOf<T>[];
}

const READ_EVENTS = 4096;
