import type { RunStatus } from '@polywire/protocol';
import { sql } from 'kysely';
import type { NewSession, Page, SessionChange, SessionRecord, Sessions } from '../contract.ts';
import { StoreError } from '../errors.ts';
import { sqliteAliases } from './aliases.ts';
import { checkId } from './ids.ts';
import { itemsOf } from './limits.ts';
import { build, type Queries } from './query.ts';
import { mergePatch, present, storedJson } from './rows.ts';
import type { Tables } from './tables.ts';
import { fold } from './words.ts';

export interface SessionsOptions {
  readonly now: () => number;
  /** Takes a session and all that belongs to it away; the caller has checked whose it is. */
  readonly forget: (session: string) => Promise<void>;
}

export function sqliteSessions(queries: Queries, { now, forget }: SessionsOptions): Sessions {
  const aliases = sqliteAliases(queries);

  function get(owner: string, id: string): SessionRecord | undefined {
    const row = queries.first(build.selectFrom('sessions').selectAll().where('id', '=', id).where('owner', '=', owner));
    return row && record(row);
  }

  function create(owner: string, { id, title, agent, model, policy, settings }: NewSession): SessionRecord {
    const at = now();
    const row = {
      id: checkId(id),
      owner,
      title: title ?? '',
      created: at,
      updated: at,
      status: null,
      agent: agent ?? null,
      model: model ?? null,
      policy: policy ?? null,
      settings: JSON.stringify(settings ?? {}),
    };
    const made = queries.run(
      build
        .insertInto('sessions')
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    );
    if (made === 0) throw taken(id);
    return record(row);
  }

  return {
    aliases,
    async create(owner, session) {
      return create(owner, session);
    },
    async get(owner, id) {
      return get(owner, id);
    },
    async resolve(owner, dialect, name, otherwise) {
      const found = get(owner, aliases.find(owner, dialect, name) ?? name);
      if (found || !otherwise) return found;
      return queries.transaction(() => {
        const made = create(owner, otherwise);
        if (made.id !== name) aliases.add(owner, dialect, name, made.id);
        return made;
      });
    },
    async list(owner, { text = '', after, limit } = {}) {
      let query = build.selectFrom('sessions').selectAll().where('owner', '=', owner);
      for (const word of text
        .split(/\s+/u)
        .filter((it) => it !== '')
        .slice(0, MAX_WORDS)) {
        query = query.where(sql<boolean>`instr(fold(title), ${fold(word)}) > 0`);
      }
      const from = after === undefined ? undefined : readPlace(after);
      if (from) query = query.where('updated', '<=', from.updated).offset(from.shown);
      const wanted = itemsOf(limit);
      const rows = queries.all(
        query
          .orderBy('updated', 'desc')
          .orderBy('id', 'desc')
          .limit(wanted + 1),
      );
      return pageOf(rows, wanted, from);
    },
    async update(owner, id, change) {
      return queries.transaction(() => {
        const before = get(owner, id);
        if (!before) return undefined;
        queries.run(build.updateTable('sessions').set(changes(before, change)).where('id', '=', id));
        return get(owner, id);
      });
    },
    async remove(owner, id) {
      if (!get(owner, id)) return false;
      await forget(id);
      return true;
    },
    async unsettled() {
      return queries.all(
        build
          .selectFrom('sessions')
          .select(['owner', 'id'])
          .where((eb) =>
            eb.or([
              eb('id', 'in', eb.selectFrom('runs').select('session').where('last', 'is', null)),
              eb('id', 'in', eb.selectFrom('messages').select('session').where('queued', '=', 1)),
            ]),
          )
          .orderBy('id'),
      );
    },
  };
}

function record(row: Tables['sessions']): SessionRecord {
  const { owner: _, status, settings, ...rest } = row;
  return {
    settings: storedJson(settings),
    ...present(rest),
    ...(status !== null && { status: status as RunStatus }),
  };
}

function changes(before: SessionRecord, { settings, ...columns }: SessionChange) {
  return {
    ...columns,
    settings: JSON.stringify(settings ? mergePatch(before.settings, settings) : before.settings),
  };
}

/** Longer queries are cut: nobody types more, and each word costs. */
const MAX_WORDS = 32;

/** A place says nothing of the sessions: the time of the last one, and how many of that time were shown. */
interface Place {
  readonly updated: number;
  readonly shown: number;
}

function pageOf(rows: readonly Tables['sessions'][], limit: number, from?: Place): Page<SessionRecord> {
  const items = rows.slice(0, limit).map(record);
  const last = items.at(-1);
  if (rows.length <= limit || !last) return { items };
  const before = from?.updated === last.updated ? from.shown : 0;
  const shown = before + items.filter(({ updated }) => updated === last.updated).length;
  return { items, next: `${last.updated}:${shown}` };
}

function readPlace(after: string): Place {
  const [updated = '', shown = ''] = after.split(':');
  return { updated: Number(updated), shown: /^\d{1,9}$/.test(shown) ? Number(shown) : 0 };
}

function taken(id: string): StoreError {
  return new StoreError('CONFLICT', { en: `There is already a session ${id}.`, zh: `会话 ${id} 已存在。` });
}
