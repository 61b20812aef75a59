import { dialects, type EventOf, type Json, Losses } from '@polywire/protocol';
import { portionsOf } from '../log/portions.ts';
import { type Call, CallError, notFound } from './contract.ts';
import { needText, textIn } from './params.ts';

/** What becomes of a run in each dialect, counted event by event. */
export const fidelity: Readonly<Record<string, Call>> = {
  'runs.fidelity': async (services, visit, params) => {
    const run = await services.directory.run(visit.owner, needText(params, 'run'));
    if (!run || run.id === undefined) throw notFound('run');
    const only = textIn(params, 'dialect');
    const asked = dialects.filter(({ name }) => only === undefined || name === only);
    if (asked.length === 0)
      throw new CallError('NOT_FOUND', `There is no dialect ${only}. / 没有名为 ${only} 的方言。`);
    const counters = asked.map((dialect) => new Losses(dialect));
    const notices: Pick<EventOf<'notice'>, 'of' | 'text'>[] = [];
    const end = run.last ?? (await services.log.head(run.session));
    const range = { after: run.first - 1, to: end, size: READ_EVENTS };
    for await (const { events } of portionsOf(services.log, run.session, range)) {
      // Until a run is over, what it said before it began stands with it in the log.
      for (const event of events) {
        if (event.runId !== run.id) continue;
        for (const counter of counters) counter.push(event);
        if (event.type === 'notice' && notices.length < MAX_NOTICES) notices.push({ of: event.of, text: event.text });
      }
    }
    return { run: run.id, notices, dialects: counters.map((counter) => counter.report()) } as unknown as Json;
  },
};

const READ_EVENTS = 512;
const MAX_NOTICES = 100;
