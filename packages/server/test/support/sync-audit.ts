export interface Audit {
  /** Writes of events to sockets that came before their events were safe. */
  readonly offences: readonly string[];
  /** Marked events that were seen on a socket. */
  readonly shown: number;
  /** How often the log was made safe. */
  readonly syncs: number;
}

/**
 * Reads a trace of system calls in their order. An event is safe when the log was synced after it was written there; a
 * socket must not carry it before. `mark` finds the events in what is written.
 */
export function auditSyncs(trace: string, mark: RegExp): Audit {
  const unsynced = new Set<string>();
  const safe = new Set<string>();
  const shown = new Set<string>();
  const offences: string[] = [];
  let syncs = 0;
  for (const line of trace.split('\n')) {
    const call = /(?:^|\s)(pwrite64|write|writev|sendmsg|sendto|fdatasync|fsync)\(/.exec(line)?.[1];
    const isResumedSync = /<\.\.\. f(data)?sync resumed>/.test(line);
    const isLog = /\.db-wal>/.test(line);
    if (isResumedSync || ((call === 'fdatasync' || call === 'fsync') && isLog && !line.includes('<unfinished'))) {
      syncs += 1;
      for (const event of unsynced) safe.add(event);
      unsynced.clear();
    } else if (call !== undefined && isLog) {
      for (const [event] of line.matchAll(mark)) if (!safe.has(event)) unsynced.add(event);
    } else if (call !== undefined && /<(socket|TCP)/.test(line)) {
      for (const [event] of line.matchAll(mark)) {
        shown.add(event);
        if (!safe.has(event)) offences.push(`${event} in ${line.slice(0, 120)}`);
      }
    }
  }
  return { offences, shown: shown.size, syncs };
}
