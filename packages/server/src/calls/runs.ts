import type { Json, JsonObject } from '@polywire/protocol';
import type { RunRecord } from '../store/contract.ts';
import type { Visit } from '../wire/contract.ts';
import { type Call, notFound, type Services } from './contract.ts';
import { asJson, needText, windowIn } from './params.ts';
import { find } from './sessions.ts';

/** What became of messages. */
export const runs: Readonly<Record<string, Call>> = {
  'runs.get': async (services, visit, params) => {
    const name = needText(params, 'run');
    const record = await services.directory.run(visit.owner, name);
    if (record)
      return { ...(await infoOf(services, visit, record)), inputs: await openInputs(services, visit, record) };
    return waiting(services, visit, name);
  },
  'runs.list': async (services, visit, params) => {
    const { id } = await find(services, visit, params);
    const { limit, before } = windowIn(params);
    // One more than asked for tells whether there are more.
    const found = await services.store.runs.list(visit.owner, id, { limit: limit + 1, ...before });
    const shown = found.slice(-limit);
    const infos = await Promise.all(shown.map((record) => infoOf(services, visit, record)));
    return { runs: infos, hasMore: found.length > limit };
  },
};

async function infoOf(services: Services, { owner, dialect }: Visit, record: RunRecord): Promise<JsonObject> {
  const session = await services.directory.nameOf(owner, dialect, record.session);
  return { ...(asJson(record) as JsonObject), session };
}

async function openInputs({ store }: Services, { owner }: Visit, { session, id }: RunRecord): Promise<Json[]> {
  const questions = await store.questions.list(owner, session);
  return questions.filter(({ event }) => event.runId === id).map(({ event }) => asJson(event));
}

/** A message whose run has not begun. */
async function waiting(services: Services, { owner, dialect }: Visit, name: string): Promise<JsonObject> {
  const found = await services.directory.waiting(owner, name);
  if (!found) throw notFound('run');
  const { runId: id, isWithdrawn, message } = found;
  const { ref, text: input } = message;
  const session = await services.directory.nameOf(owner, dialect, found.session);
  const status = isWithdrawn ? 'stopped' : 'queued';
  return { id, session, ...(ref !== undefined && { ref }), input, status };
}
