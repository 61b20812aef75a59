import { type EventOf, type RunEvent, verify } from '@polywire/protocol';
import type { Client, Sent } from './client.ts';
import type { Judge } from './judge.ts';
import type { Process } from './process.ts';

/** When everything has come to rest: what must be true of the whole. */
export async function judgeEnd(judge: Judge, clients: readonly Client[], { store }: Process): Promise<void> {
  for (const session of judge.sessions) {
    const past = judge.past(session);
    const offence = verify(past);
    if (offence) judge.object(`event ${offence.seq} (${offence.type}) of ${session} is not legal: ${offence.reason}`);
    judgeRuns(judge, past);
    await judgeStore(judge, session, past, store);
  }
  for (const { options, sent } of clients) for (const each of sent) judgeSent(judge, options.session, each);
}

/** Every message that was accepted ran once, in the order of acceptance. */
function judgeRuns(judge: Judge, past: readonly RunEvent[]): void {
  const accepted = past.filter(isA('message.accepted')).map(({ ref }) => ref);
  const started = past.filter(isA('run.started'));
  const finished = past.filter(isA('run.finished')).map(({ runId }) => runId);
  if (new Set(accepted).size < accepted.length) judge.object(`a message was accepted twice: ${accepted}`);
  const ran = started.map(({ ref }) => ref);
  if (ran.join() !== accepted.join()) judge.object(`accepted were ${accepted}, run were ${ran}`);
  const ids = started.map(({ runId }) => runId);
  if (finished.join() !== ids.join()) judge.object(`begun were ${ids}, ended ${finished}`);
}

/** What is kept beside the log says the same. */
async function judgeStore(
  judge: Judge,
  session: string,
  past: readonly RunEvent[],
  { runs, questions }: Process['store'],
): Promise<void> {
  for (const { runId = '', status, seq } of past.filter(isA('run.finished'))) {
    const run = await runs.get(OWNER, session, runId);
    if (run?.status !== status || run.last !== seq) judge.object(`${runId} is kept as ${JSON.stringify(run)}`);
  }
  const open = await questions.list(OWNER, session);
  if (open.length > 0) judge.object(`questions are kept open: ${JSON.stringify(open)}`);
}

/** Nothing that was acknowledged is gone, nothing that was always refused was done. */
function judgeSent(judge: Judge, session: string, { command, told, attempts }: Sent): void {
  const { ref } = command;
  if (command.type !== 'message.send' || ref === undefined) return;
  const { length } = judge.taken(session, ref);
  const isAcknowledged = told.some(({ ok }) => ok);
  if (isAcknowledged && length === 0) judge.object(`${ref} was acknowledged and is gone`);
  if (!isAcknowledged && attempts === told.length && length > 0) judge.object(`${ref} was refused and done`);
}

export const OWNER = 'ann';

function isA<T extends RunEvent['type']>(type: T) {
  return (event: RunEvent): event is EventOf<T> => event.type === type;
}
