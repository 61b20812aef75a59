import { join } from 'node:path';
import Database from 'better-sqlite3';

/** All that the server keeps of one owner: what is rejected must not change a letter of it. */
export function keptOf(data: string, owner: string): string {
  const db = new Database(join(data, 'polywire.db'), { readonly: true });
  try {
    const tables = db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
      .pluck()
      .all();
    const rows = tables.flatMap((table) => {
      const columns = db.prepare<[], { name: string }>(`PRAGMA table_info("${table}")`).all();
      const where = columns.some(({ name }) => name === 'owner')
        ? 'owner = ?'
        : columns.some(({ name }) => name === 'session')
          ? 'session IN (SELECT id FROM sessions WHERE owner = ?)'
          : undefined;
      if (where === undefined) return [];
      return [[table, db.prepare<[string]>(`SELECT * FROM "${table}" WHERE ${where} ORDER BY rowid`).all(owner)]];
    });
    return JSON.stringify(rows);
  } finally {
    db.close();
  }
}
