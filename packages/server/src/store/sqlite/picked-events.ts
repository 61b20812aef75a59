import type { RunEvent } from '@polywire/protocol';
import type { SqliteEventLog } from '../../log/sqlite/index.ts';
import type { ReadEvents } from './projections/open-messages.ts';

/**
 * Events of some types alone, for those who look for them inside a commit: of all others nothing is made, and no more
 * than a portion of them is in memory.
 */
export function pickedEvents(log: () => Pick<SqliteEventLog, 'readNow'>): ReadEvents {
  return function* read(session, after, types) {
    const marks = types.map((type) => `"type":${JSON.stringify(type)}`);
    for (let at = after; ; at += PORTION) {
      const stretch = log().readNow(session, at, PORTION);
      const found: RunEvent[] = [];
      stretch.eachLine((line) => {
        // Something inside of another event may look like it: whoever reads on looks at the type.
        if (marks.some((mark) => line.includes(mark))) found.push(JSON.parse(line) as RunEvent);
      });
      yield* found;
      if (stretch.length < PORTION) return;
    }
  };
}

const PORTION = 4_096;
