import type { Database } from 'better-sqlite3';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { StoreError } from '../errors.ts';
import type { Tables } from './tables.ts';
import { wellFormed } from './well-formed.ts';

/** Builds typed SQL; it has no connection of its own. */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

interface Query<Row> {
  compile(): CompiledQuery<Row>;
}

/**
 * Runs queries at once on the one connection that the log uses too. A transaction here never spans an await: the log's
 * commits would fall into it.
 */
export class Queries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  all<Row>(query: Query<Row>): Row[] {
    const { sql, parameters } = query.compile();
    return mapped(() => this.#db.prepare<unknown[], Row>(sql).all(...parameters.map(storable)));
  }

  first<Row>(query: Query<Row>): Row | undefined {
    const { sql, parameters } = query.compile();
    return mapped(() => this.#db.prepare<unknown[], Row>(sql).get(...parameters.map(storable)));
  }

  /** How many rows it changed. */
  run(query: Query<unknown>): number {
    const { sql, parameters } = query.compile();
    return mapped(() => this.#db.prepare(sql).run(...parameters.map(storable)).changes);
  }

  transaction<T>(work: () => T): T {
    return mapped(() => this.#db.transaction(work).immediate());
  }
}

function storable(value: unknown): unknown {
  return typeof value === 'string' ? wellFormed(value) : value;
}

/** Does work that throws StoreError and nothing else. */
export function mapped<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw StoreError.from(error);
  }
}
