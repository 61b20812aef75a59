import type { Begun } from './begun.ts';
import type { Visit, Wire } from './contract.ts';
import { senderOf } from './sender.ts';

/**
 * A close means "stop" in some dialects: for the one who started the turn, if nobody else watches. A turn that has not
 * begun nobody can watch.
 */
export async function cancel({ directory, feeds }: Wire, visit: Visit, { record, ref }: Begun): Promise<void> {
  if (directory.isClosing) return;
  const session = await directory.open(visit.owner, record.id);
  const run = session.run?.answers(ref) ? session.run : undefined;
  const mayStop = run && run.status !== 'awaiting_input' && !feeds.isSeen(record.id, run);
  const runId = mayStop ? run.runId : session.waiting(ref)?.runId;
  if (runId !== undefined) await session.submit({ type: 'run.stop', runId, reason: 'disconnected' }, senderOf(visit));
}

/** Whether a turn is not over. Sessions with work to do are all in memory. */
export async function isUnderWay({ directory }: Wire, { record, ref }: Begun): Promise<boolean> {
  const session = await directory.loaded(record.id)?.catch(() => undefined);
  return session !== undefined && (session.run?.answers(ref) || session.waiting(ref) !== undefined);
}
