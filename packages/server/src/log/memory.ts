import type { RunEvent } from '@polywire/protocol';
import type { Appended, Batch, EventLog, Watcher } from './contract.ts';

/** A log that lasts as long as the process: for tests, and to show what the contract asks. */
export function memoryLog(): EventLog {
  const sessions = new Map<string, { events: RunEvent[]; epoch: number; watchers: Set<Watcher> }>();

  function entry(session: string) {
    const found = sessions.get(session);
    if (found) return found;
    const made = { events: [], epoch: 0, watchers: new Set<Watcher>() };
    sessions.set(session, made);
    return made;
  }

  return {
    async append({ session, expected, epoch, events }: Batch): Promise<Appended> {
      const log = entry(session);
      const head = log.events.length;
      if (expected !== head || epoch < log.epoch) return { ok: false, head, epoch: log.epoch };
      log.epoch = epoch;
      log.events.push(...events);
      for (const watcher of log.watchers) watcher(events);
      return { ok: true, head: log.events.length };
    },
    async read(session, after, limit) {
      return entry(session).events.slice(after, after + limit);
    },
    async head(session) {
      return entry(session).events.length;
    },
    watch(session, watcher) {
      const { watchers } = entry(session);
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    async close() {
      sessions.clear();
    },
  };
}
