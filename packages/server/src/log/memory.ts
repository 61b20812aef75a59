import type { RunEvent } from '@polywire/protocol';
import type { Appended, Batch, EventLog, Watcher } from './contract.ts';
import { Stretch } from './stretch.ts';
import { Watchers } from './watchers.ts';

/** A log that lasts as long as the process: for tests, and to show what the contract asks. */
export function memoryLog(): EventLog {
  const sessions = new Map<string, { events: RunEvent[]; epoch: number }>();
  const watchers = new Watchers();

  function entry(session: string) {
    const found = sessions.get(session);
    if (found) return found;
    const made = { events: [], epoch: 0 };
    sessions.set(session, made);
    return made;
  }

  return {
    async append({ session, expected, epoch, events }: Batch): Promise<Appended> {
      const log = entry(session);
      const head = log.events.length;
      if (expected !== head || epoch < log.epoch) return { ok: false, why: 'conflict', head };
      log.epoch = epoch;
      log.events.push(...events);
      watchers.tell(session, Stretch.ofEvents(events));
      return { ok: true, head: log.events.length };
    },
    async read(session, after, limit) {
      const found = entry(session).events.slice(after, after + limit);
      return found.length === 0 ? Stretch.ofLines(after + 1, []) : Stretch.ofEvents(found);
    },
    head: async (session) => entry(session).events.length,
    watch: (session: string, watcher: Watcher) => watchers.add(session, watcher),
    async remove(session) {
      sessions.delete(session);
    },
    async close() {
      sessions.clear();
    },
  };
}
