import type { Appended, Batch, EventLog } from './contract.ts';

/** One batch and what became of it: for whoever has all of it at hand. */
export function appendBatch(
  log: EventLog,
  { session, owner, epoch, ...batch }: Batch & { session: string; owner: string; epoch: number },
): Promise<Appended> {
  return new Promise((settled) => log.pen({ session, owner, epoch, take: () => batch, settled }).append(false));
}
