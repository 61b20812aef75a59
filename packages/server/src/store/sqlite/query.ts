import type { Database, Statement } from 'better-sqlite3';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { wellFormed } from '../../well-formed.ts';
import { StoreError } from '../errors.ts';
import type { Tables } from './tables.ts';

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
  /** To prepare one takes longer than to run it; those that ran last come last. */
  readonly #prepared = new Map<string, Statement<unknown[]>>();

  constructor(db: Database) {
    this.#db = db;
  }

  all<Row>(query: Query<Row>): Row[] {
    return this.#with(query, (statement, parameters) => statement.all(...parameters) as Row[]);
  }

  first<Row>(query: Query<Row>): Row | undefined {
    return this.#with(query, (statement, parameters) => statement.get(...parameters) as Row | undefined);
  }

  /** How many rows it changed. */
  run(query: Query<unknown>): number {
    return this.#with(query, (statement, parameters) => statement.run(...parameters).changes);
  }

  transaction<T>(work: () => T): T {
    return mapped(() => this.#db.transaction(work).immediate());
  }

  #with<T>(query: Query<unknown>, work: (statement: Statement<unknown[]>, parameters: unknown[]) => T): T {
    const { sql, parameters } = query.compile();
    return mapped(() => work(this.#prepare(sql), parameters.map(storable)));
  }

  #prepare(sql: string): Statement<unknown[]> {
    const statement = this.#prepared.get(sql) ?? this.#db.prepare<unknown[]>(sql);
    this.#prepared.delete(sql);
    this.#prepared.set(sql, statement);
    // A search has as many conditions as it has words, so there is no end of different ones.
    if (this.#prepared.size > MAX_PREPARED) this.#prepared.delete(this.#prepared.keys().next().value as string);
    return statement;
  }
}

const MAX_PREPARED = 256;

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
