import type { JsonObject } from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';
import { picker } from '../log/pick.ts';
import { portionsOf } from '../log/portions.ts';
import { type Call, notFound } from './contract.ts';
import { needText, textIn } from './params.ts';
import { find } from './sessions.ts';

/** What charts show: those that were made here are kept by number, those of other servers stand in their session. */
export const analyses: Readonly<Record<string, Call>> = {
  'analysis.get': async (services, visit, params) => {
    const { store, log } = services;
    const { owner, dialect } = visit;
    const analysisId = needText(params, 'analysisId');
    const session = textIn(params, 'session');
    if (session !== undefined) {
      const { id } = await find(services, visit, { session });
      const options = await shown(log, id, analysisId);
      if (options) return { analysisId: numbered(analysisId), session, options };
    }
    const kept = isNumber(analysisId) ? await store.analyses.get(owner, Number(analysisId)) : undefined;
    if (!kept) throw notFound('analysis');
    const name = await services.directory.nameOf(owner, dialect, kept.session);
    return { analysisId: kept.id, session: name, options: [...kept.options] };
  },
};

const pick = picker(['chart']);

/** As it was last shown. */
async function shown(log: EventLog, session: string, analysisId: string): Promise<JsonObject[] | undefined> {
  let options: JsonObject[] | undefined;
  for await (const stretch of portionsOf(log, session)) {
    stretch.eachButWords((line) => {
      const event = pick(line);
      if (event && String(event.analysisId) === analysisId) options = event.options;
    });
  }
  return options;
}

function isNumber(id: string): boolean {
  return /^\d{1,15}$/.test(id);
}

function numbered(id: string): string | number {
  return isNumber(id) ? Number(id) : id;
}
