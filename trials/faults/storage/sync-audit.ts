export interface Audit {
  /** Writes of events to sockets that came before their events were safe. */
  readonly offences: readonly string[];
  /** The marked events that each socket carried. */
  readonly shown: ReadonlyMap<string, ReadonlySet<string>>;
  /** How often the log was made safe. */
  readonly syncs: number;
}

const CALL = /^(\d+) +(pwrite64|write|writev|sendmsg|sendto|fdatasync|fsync)\(\d+<([^>]*)>/;
const RESUMED = /^(\d+) +<\.\.\. f(?:data)?sync resumed>/;
const SYNCED = /\) += 0$/;

/**
 * Reads a trace of system calls in their order. An event is safe when the log was synced after it was written there; a
 * socket must not carry it before. `mark` finds the events in what is written.
 */
export function auditSyncs(trace: string, mark: RegExp): Audit {
  const unsynced = new Set<string>();
  const safe = new Set<string>();
  const shown = new Map<string, Set<string>>();
  const offences: string[] = [];
  /** By thread: what a sync of the log that has not ended yet will have made safe. */
  const syncing = new Map<string, readonly string[]>();
  let syncs = 0;
  const synced = (events: Iterable<string>) => {
    syncs += 1;
    for (const event of events) {
      safe.add(event);
      unsynced.delete(event);
    }
  };
  for (const line of trace.split('\n')) {
    const [, resuming = ''] = RESUMED.exec(line) ?? [];
    const covered = syncing.get(resuming);
    syncing.delete(resuming);
    if (covered && SYNCED.test(line)) synced(covered);
    const [, thread = '', call = '', file = ''] = CALL.exec(line) ?? [];
    const isLog = file.endsWith('.db-wal');
    if (call.endsWith('sync')) {
      if (isLog && line.endsWith('<unfinished ...>')) syncing.set(thread, [...unsynced]);
      else if (isLog && SYNCED.test(line)) synced([...unsynced]);
    } else if (isLog) {
      for (const [event] of line.matchAll(mark)) if (!safe.has(event)) unsynced.add(event);
    } else if (/^(socket|TCP)/.test(file)) {
      for (const [event] of line.matchAll(mark)) {
        shown.set(file, (shown.get(file) ?? new Set()).add(event));
        if (!safe.has(event)) offences.push(`${event} in ${line.slice(0, 120)}`);
      }
    }
  }
  return { offences, shown, syncs };
}
