import type { RunEvent } from '@polywire/protocol';
import { picker } from '../../log/pick.ts';
import { isLast, PORTION_CHARS, PORTION_EVENTS } from '../../log/portions.ts';
import { Said } from '../../log/said.ts';
import type { SqliteEventLog } from '../../log/sqlite/index.ts';
import type { Stretch } from '../../log/stretch.ts';
import type { Past } from './projections/contract.ts';

/** The log, for those who look into it inside a commit: no more than a portion of it is in memory at a time. */
export function pastIn(log: () => Pick<SqliteEventLog, 'headNow' | 'readNow'>): Past {
  function* portions(session: string, after: number): Generator<Stretch> {
    const head = log().headNow(session);
    for (let at = after; ; ) {
      const stretch = log().readNow(session, at, PORTION_EVENTS, PORTION_CHARS);
      if (stretch.length > 0) yield stretch;
      if (isLast(stretch, PORTION_EVENTS, head)) return;
      at = stretch.last;
    }
  }

  return {
    *events(session, after, types) {
      const pick = picker(types);
      for (const stretch of portions(session, after)) {
        const found: RunEvent[] = [];
        stretch.eachButWords((line) => {
          const event = pick(line);
          if (event) found.push(event);
        });
        yield* found;
      }
    },
    said(session, after, messageIds) {
      const said = new Said(messageIds);
      for (const stretch of portions(session, after)) said.read(stretch);
      return said;
    },
  };
}
