import type { RunEvent } from '@polywire/protocol';
import { Audiences } from './audiences.ts';
import type { EventLog, Source } from './contract.ts';
import { Stretch } from './stretch.ts';

/** A log that lasts as long as the process: for tests, and to show what the contract asks. */
export function memoryLog(onProblem: (cause: unknown) => void = raise): EventLog {
  const sessions = new Map<string, { events: RunEvent[]; epoch: number }>();
  const audiences = new Audiences();

  function entry(session: string) {
    const found = sessions.get(session);
    if (found) return found;
    const made = { events: [], epoch: 0 };
    sessions.set(session, made);
    return made;
  }

  function commit(source: Source): void {
    const { session, epoch } = source;
    const log = entry(session);
    const { expected, events } = source.take(false);
    const head = log.events.length;
    if (expected !== head || epoch < log.epoch) return source.settled({ ok: false, why: 'conflict', head });
    log.epoch = epoch;
    log.events.push(...events);
    audiences.tell(session, Stretch.ofEvents(expected + 1, events), onProblem);
    source.settled({ ok: true, head: log.events.length });
  }

  return {
    pen: (source) => ({ append: () => queueMicrotask(() => commit(source)), press: () => undefined }),
    gathered: () => undefined,
    read: async (session, after, limit) =>
      Stretch.ofEvents(after + 1, entry(session).events.slice(after, after + limit)),
    head: async (session) => entry(session).events.length,
    watch: (session, listener) => audiences.add(session, listener),
    async remove(session) {
      sessions.delete(session);
    },
    async close() {
      sessions.clear();
    },
  };
}

/** Nobody is there to be told, so it ends as what nobody catches does. */
function raise(cause: unknown): void {
  queueMicrotask(() => {
    throw cause;
  });
}
