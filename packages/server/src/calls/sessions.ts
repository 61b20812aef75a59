import { isJsonObject, type Json, type JsonObject, type RunEvent } from '@polywire/protocol';
import type { SessionRecord } from '../store/contract.ts';
import type { Visit } from '../wire/perform.ts';
import { type Call, notFound, type Services } from './contract.ts';
import { numberIn, textIn } from './params.ts';

export const sessions: Readonly<Record<string, Call>> = {
  'sessions.list': async (services, visit, params) => {
    const limit = numberIn(params, 'limit') ?? MAX_LISTED;
    const { items } = await services.store.sessions.list(visit.owner, { limit });
    return Promise.all(items.map((record) => infoOf(services, visit, record)));
  },
  'sessions.create': async (services, visit, params) => {
    const record = await services.directory.find(visit.owner, visit.dialect.name, undefined, true);
    if (!record) throw notFound('session');
    const changed = await services.store.sessions.update(visit.owner, record.id, changeOf(params));
    return infoOf(services, visit, changed ?? record);
  },
  'sessions.get': async (services, visit, params) => infoOf(services, visit, await find(services, visit, params)),
  'sessions.update': async (services, visit, params) => {
    const { id } = await find(services, visit, params);
    const changed = await services.store.sessions.update(visit.owner, id, changeOf(params));
    if (!changed) throw notFound('session');
    return infoOf(services, visit, changed);
  },
  'sessions.delete': async (services, visit, params) => {
    const { id } = await find(services, visit, params);
    services.dropped(id);
    return services.directory.remove(visit.owner, id);
  },
  'sessions.runs': async (services, visit, params) => {
    const record = await find(services, visit, params);
    const { locale, baseUrl } = visit;
    const events = await history(services, record.id);
    return { session: await infoOf(services, visit, record), events: events as unknown as Json, locale, baseUrl };
  },
  'sessions.messages': async (services, visit, params) => {
    const { id } = await find(services, visit, params);
    const before = numberIn(params, 'before');
    const limit = numberIn(params, 'limit');
    const window = { ...(before !== undefined && { before }), ...(limit !== undefined && { limit }) };
    return (await services.store.messages.list(visit.owner, id, window)) as unknown as Json;
  },
};

export async function find({ directory }: Services, visit: Visit, params: JsonObject): Promise<SessionRecord> {
  const name = textIn(params, 'id') ?? textIn(params, 'session');
  const record = name === undefined ? undefined : await directory.find(visit.owner, visit.dialect.name, name, false);
  if (!record) throw notFound('session');
  return record;
}

/** A session as the dialect that asks names it. */
async function infoOf({ store }: Services, { owner, dialect }: Visit, record: SessionRecord): Promise<JsonObject> {
  const { title, created, updated, settings } = record;
  const id = await nameOf(store.sessions.aliases, owner, dialect, record.id);
  return { id, title, created, updated, settings };
}

async function nameOf(
  aliases: Services['store']['sessions']['aliases'],
  owner: string,
  dialect: Visit['dialect'],
  session: string,
): Promise<string> {
  if (dialect.traits.sessionIds === 'integer') return String(await aliases.integerFor(owner, dialect.name, session));
  return (await aliases.of(owner, dialect.name, session)) ?? session;
}

function changeOf(params: JsonObject) {
  const title = textIn(params, 'title');
  const { settings } = params;
  return { ...(title !== undefined && { title }), ...(isJsonObject(settings) && { settings }) };
}

async function history({ log }: Services, session: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (;;) {
    const stretch = await log.read(session, events.length, READ_EVENTS);
    if (stretch.length === 0) return events;
    for (const event of stretch.events) events.push(event);
  }
}

const MAX_LISTED = 200;
const READ_EVENTS = 4096;
