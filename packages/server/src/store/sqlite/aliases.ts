import { sql } from 'kysely';
import { type Aliases, EVERY_DIALECT } from '../contract.ts';
import { StoreError } from '../errors.ts';
import { nextNumber } from './counters.ts';
import { ownsSession } from './owns-session.ts';
import { build, type Queries } from './query.ts';

/** The contract, and what sessions need of it inside their own transactions. */
export interface SqliteAliases extends Aliases {
  find(owner: string, dialect: string, alias: string): string | undefined;
  add(owner: string, dialect: string, alias: string, session: string): void;
}

export function sqliteAliases(queries: Queries): SqliteAliases {
  function find(owner: string, dialect: string, alias: string): string | undefined {
    const query = build.selectFrom('aliases').select(['dialect', 'session']).where('owner', '=', owner);
    const rows = queries.all(query.where('alias', '=', alias).where('dialect', 'in', [dialect, EVERY_DIALECT]));
    return (rows.find((row) => row.dialect === dialect) ?? rows[0])?.session;
  }

  function add(owner: string, dialect: string, alias: string, session: string): void {
    if (alias === '' || alias.length > MAX_CHARS) throw noName();
    queries.run(build.insertInto('aliases').values({ owner, dialect, alias, session }));
  }

  function of(owner: string, dialect: string, session: string): string[] {
    const query = build
      .selectFrom('aliases')
      .select('alias')
      .where((eb) => eb.and({ owner, dialect, session }));
    return queries.all(query.orderBy(sql`rowid`)).map((row) => row.alias);
  }

  return {
    find,
    add,
    async set(owner, dialect, alias, session) {
      return queries.transaction(() => {
        if (!ownsSession(queries, owner, session)) return false;
        const holder = find(owner, dialect, alias);
        if (holder !== undefined && holder !== session) throw taken(alias);
        if (holder === undefined) add(owner, dialect, alias, session);
        return true;
      });
    },
    async of(owner, dialect, session) {
      return of(owner, dialect, session)[0] ?? of(owner, EVERY_DIALECT, session)[0];
    },
    async integerFor(owner, dialect, session) {
      return queries.transaction(() => {
        if (!ownsSession(queries, owner, session)) return undefined;
        const known = of(owner, dialect, session).find((alias) => NUMBER.test(alias));
        if (known !== undefined) return Number(known);
        let number: number;
        do number = nextNumber(queries, `alias:${dialect}`);
        while (find(owner, dialect, String(number)) !== undefined);
        add(owner, dialect, String(number), session);
        return number;
      });
    },
  };
}

/** A number as it is written: 007 is a name like any other, or two sessions would have the number 7. */
const NUMBER = /^(0|[1-9]\d{0,14})$/;

/** Clients choose these: longer ones are no names. */
const MAX_CHARS = 256;

function noName(): StoreError {
  return new StoreError('INVALID', {
    en: `The name of a session has 1 to ${MAX_CHARS} characters.`,
    zh: `会话名称的长度为 1 到 ${MAX_CHARS} 个字符。`,
  });
}

function taken(alias: string): StoreError {
  return new StoreError('CONFLICT', {
    en: `${alias} is already the name of another session.`,
    zh: `${alias} 已是另一个会话的名称。`,
  });
}
