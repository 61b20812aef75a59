import { isDeepStrictEqual } from 'node:util';
import { DEATHS_UNTIL_PARKED, deathsInVain } from '../lib/deaths-in-vain.ts';
import type { Judge } from './judge.ts';
import type { Process } from './process.ts';

/** After a start: the log is what was synced, and what is in memory follows from it. */
export async function judgeRecovery(judge: Judge, { log, wire }: Process): Promise<void> {
  for (const session of judge.sessions) {
    const past = judge.past(session);
    const { events } = await log.read(session, 0, past.length + 1);
    const wrong = events.findIndex((event, i) => !isDeepStrictEqual(event, past[i]));
    if (wrong >= 0) judge.object(`event ${wrong + 1} came back as ${JSON.stringify(events[wrong])}`);
    if (events.length < past.length) judge.object(`events from ${events.length + 1} on are lost`);
    await judgeMemory(judge, session, wire);
  }
}

/** The session as it was taken up, before anything else happened. */
async function judgeMemory(judge: Judge, session: string, { directory }: Process['wire']): Promise<void> {
  const ledger = judge.ledger(session);
  const waiting = judge.waiting(session);
  const actor = await directory.loaded(session);
  if (!actor) {
    if (ledger.run || waiting.length > 0) judge.object(`the run of ${session} was not taken up again`);
    return;
  }
  if (!ledger.run) return;
  const { id } = ledger.run;
  const deaths = deathsInVain(judge.past(session).filter(({ runId }) => runId === id));
  if (deaths >= DEATHS_UNTIL_PARKED) {
    if (actor.run?.runId === id && !actor.run?.isOver)
      judge.object(`${id} was taken up after ${deaths} deaths in vain`);
    return;
  }
  if (actor.run?.runId !== id) judge.object(`${actor.run?.runId} took up ${id}`);
  for (const { ref = '' } of waiting)
    if (!actor.waiting(ref)) judge.object(`message ${ref} no longer waits for its run`);
  const open = [...ledger.inputs.keys()];
  const forgotten = open.filter((inputId) => !actor.run?.ledger.inputs.has(inputId));
  if (forgotten.length > 0) judge.object(`forgotten are the questions ${forgotten}`);
}
