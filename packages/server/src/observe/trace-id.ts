import { createHash } from 'node:crypto';

/**
 * The name of a run in traces (32 hex digits, as W3C Trace Context wants them). It follows from the run's id: the same
 * after a restart, with nothing to store.
 */
export function traceIdOf(runId: string): string {
  const own = /[0-9a-f]{32}$/.exec(runId)?.[0];
  if (own !== undefined && !/^0+$/.test(own)) return own;
  return createHash('sha256').update(runId).digest('hex').slice(0, 32);
}

/** As it is told to other programs. */
export function traceParentOf(traceId: string): string {
  return `00-${traceId}-${traceId.slice(0, 16)}-01`;
}
