import { dialects, type Json, type JsonObject } from '@polywire/protocol';
import type { SessionChange, SessionRecord } from '../store/contract.ts';
import type { Visit } from '../wire/contract.ts';
import { type Call, notFound, type Services } from './contract.ts';
import { historyOf } from './history.ts';
import { asJson, needText, numberIn, objectIn, pageIn, textIn, windowIn } from './params.ts';

export const sessions: Readonly<Record<string, Call>> = {
  'sessions.list': async (services, visit, params) => {
    const limit = numberIn(params, 'limit') ?? MAX_LISTED;
    const { items } = await services.store.sessions.list(visit.owner, { limit });
    return Promise.all(items.map((record) => infoOf(services, visit, record)));
  },
  'sessions.page': async (services, visit, params) => {
    const text = textIn(params, 'text');
    const asked = { ...pageIn(params), ...(text !== undefined && { text }) };
    const { items, next } = await services.store.sessions.list(visit.owner, asked);
    const infos = await Promise.all(items.map((record) => infoOf(services, visit, record)));
    return { sessions: infos, ...(next !== undefined && { next }) };
  },
  'sessions.create': async (services, visit, params) => {
    const change = changeOf(services, params);
    const record = await services.directory.find(visit.owner, visit.dialect.name, undefined, true);
    if (!record) throw notFound('session');
    const changed = await services.store.sessions.update(visit.owner, record.id, change);
    return infoOf(services, visit, changed ?? record);
  },
  'sessions.get': async (services, visit, params) => {
    const record = await find(services, visit, params);
    return { ...(await infoOf(services, visit, record)), names: await namesOf(services, visit, record.id) };
  },
  'sessions.update': async (services, visit, params) => {
    const { id } = await find(services, visit, params);
    const changed = await services.store.sessions.update(visit.owner, id, changeOf(services, params));
    if (!changed) throw notFound('session');
    return infoOf(services, visit, changed);
  },
  'sessions.delete': async (services, visit, params) => {
    const { id } = await find(services, visit, params);
    return services.directory.remove(visit.owner, id);
  },
  'sessions.runs': async (services, visit, params) => {
    const record = await find(services, visit, params);
    const { locale, baseUrl, caller } = visit;
    const { log, streams, now } = services;
    const dialect = visit.dialect.name;
    const events = await historyOf(log, record.id);
    const isFollowed = streams.isFollowed(record.id, dialect);
    streams.told({ session: record.id, dialect, caller }, events.at(-1)?.seq ?? 0, now());
    return { session: await infoOf(services, visit, record), events: asJson(events), locale, baseUrl, isFollowed };
  },
  'sessions.messages': async (services, visit, params) => {
    const { id: session } = await find(services, visit, params);
    const { limit, before } = windowIn(params);
    // One more than asked for tells whether there are more.
    const found = await services.store.messages.list(visit.owner, session, { limit: limit + 1, ...before });
    const shown = found.slice(-limit).filter(({ takenBack }) => !takenBack);
    const messages = shown.map(({ session: _, last: __, takenBack: ___, ...message }) => asJson(message));
    const id = await services.directory.nameOf(visit.owner, visit.dialect, session);
    return { id, messages, hasMore: found.length > limit };
  },
  'messages.search': async (services, visit, params) => {
    const { owner, dialect } = visit;
    const { items, next } = await services.store.messages.search(owner, needText(params, 'query'), pageIn(params));
    const hits = items.map(async (hit): Promise<Json> => {
      const session = await services.directory.nameOf(owner, dialect, hit.session);
      return { ...(asJson(hit) as JsonObject), session };
    });
    return { hits: await Promise.all(hits), ...(next !== undefined && { next }) };
  },
};

export async function find({ directory }: Services, visit: Visit, params: JsonObject): Promise<SessionRecord> {
  const name = textIn(params, 'id') ?? textIn(params, 'session');
  const record = name === undefined ? undefined : await directory.find(visit.owner, visit.dialect.name, name, false);
  if (!record) throw notFound('session');
  return record;
}

/** A session as the dialect that asks names it. */
async function infoOf(services: Services, { owner, dialect }: Visit, record: SessionRecord): Promise<JsonObject> {
  return { ...(asJson(record) as JsonObject), id: await services.directory.nameOf(owner, dialect, record.id) };
}

/** What every dialect calls it: for a client that goes on in another one. */
async function namesOf({ directory }: Services, { owner }: Visit, session: string): Promise<JsonObject> {
  const names = dialects.map(async (dialect) => [dialect.name, await directory.nameOf(owner, dialect, session)]);
  return Object.fromEntries(await Promise.all(names)) as JsonObject;
}

/** Whoever is chosen must be here: nobody could answer in the session otherwise. An empty name takes a choice back. */
function changeOf({ directory }: Services, params: JsonObject): SessionChange {
  if (!directory.hasAgent(textIn(params, 'agent') || undefined)) throw notFound('agent');
  const settings = objectIn(params, 'settings');
  const texts = (['title', 'agent', 'model', 'policy'] as const).flatMap((key) => {
    const value = textIn(params, key);
    return value === undefined ? [] : [[key, value]];
  });
  return { ...Object.fromEntries(texts), ...(settings && { settings }) };
}

const MAX_LISTED = 200;
