import type { RunEvent } from '@polywire/protocol';
import { picker } from '../../log/pick.ts';
import type { SqliteEventLog } from '../../log/sqlite/index.ts';
import type { ReadEvents } from './projections/open-messages.ts';

/**
 * Events of some types alone, for those who look for them inside a commit: of all others nothing is made, and no more
 * than a portion of them is in memory.
 */
export function pickedEvents(log: () => Pick<SqliteEventLog, 'readNow'>): ReadEvents {
  return function* read(session, after, types) {
    const pick = picker(types);
    for (let at = after; ; at += PORTION) {
      const stretch = log().readNow(session, at, PORTION);
      const found: RunEvent[] = [];
      stretch.eachLine((line) => {
        const event = pick(line);
        if (event) found.push(event);
      });
      yield* found;
      if (stretch.length < PORTION) return;
    }
  };
}

const PORTION = 4_096;
