import { type EventOf, stretchesOf } from '@polywire/protocol';
import type { Database } from 'better-sqlite3';
import type { Projection } from './contract.ts';

/** What was taken back before and is led back to is on the line again. Comes after what takes back. */
export function projectRewinds(db: Database): Projection {
  const older = db.prepare('SELECT 1 FROM runs WHERE session = ? AND off = 1 AND first <= ? LIMIT 1');
  const tables = [
    { name: 'runs', place: 'first', which: '' },
    { name: 'messages', place: 'max(first, ifnull(turn, 0))', which: 'AND queued = 0' },
  ].map(({ name, place, which }) => ({
    hide: db.prepare(`UPDATE ${name} SET off = 1 WHERE session = ? ${which}`),
    show: db.prepare(`UPDATE ${name} SET off = 0 WHERE session = ? ${which} AND ${place} BETWEEN ? AND ?`),
  }));

  return {
    'history.rewound': ({ seq, toSeq }, { session, past }) => {
      // Where nothing before it was taken back, everything before it is on the line: the log need not be read.
      if (!older.get(session, toSeq)) return;
      const rewinds: EventOf<'history.rewound'>[] = [];
      for (const event of past(['history.rewound']))
        if (event.type === 'history.rewound' && event.seq <= seq) rewinds.push(event);
      const stretches = stretchesOf(rewinds, seq);
      for (const { hide, show } of tables) {
        hide.run(session);
        for (const [first, last] of stretches) show.run(session, first, last);
      }
    },
  };
}
