import { join } from 'node:path';
import Database from 'better-sqlite3';

/** All that the server keeps of one owner, a line for each row: what is rejected must not change a letter of it. */
export function keptOf(data: string, owner: string): readonly string[] {
  const db = new Database(join(data, 'polywire.db'), { readonly: true });
  try {
    const tables = db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
      .pluck()
      .all()
      .filter((table) => table !== 'segments');
    return tables.flatMap((table) => {
      const names = db
        .prepare<[], { name: string }>(`PRAGMA table_info("${table}")`)
        .all()
        .map(({ name }) => name);
      const where = ownedBy(names);
      if (where === undefined) return [];
      // What the server does with a row when it has time for it changes nothing that anybody said.
      const columns = names.filter((name) => name !== 'indexed').join(', ');
      const rows = db.prepare<[string]>(`SELECT ${columns} FROM "${table}" WHERE ${where} ORDER BY rowid`).all(owner);
      return rows.map((row) => `${table} ${JSON.stringify(row)}`);
    });
  } finally {
    db.close();
  }
}

function ownedBy(columns: readonly string[]): string | undefined {
  if (columns.includes('owner')) return 'owner = ?';
  return columns.includes('session') ? 'session IN (SELECT id FROM sessions WHERE owner = ?)' : undefined;
}

/** What came, went or changed; empty where nothing did. */
export function differences(before: readonly string[], after: readonly string[]): readonly string[] {
  const [old, now] = [new Set(before), new Set(after)];
  return [
    ...before.filter((row) => !now.has(row)).map((row) => `- ${row}`),
    ...after.filter((row) => !old.has(row)).map((row) => `+ ${row}`),
  ];
}
