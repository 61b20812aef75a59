import type { Json, JsonObject } from '@polywire/protocol';

export interface Table {
  run(sql: string): Promise<void>;
  /** At most so many. */
  rows(sql: string, limit: number): Promise<JsonObject[]>;
  /** From here on there are no files, no network, no settings: whatever SQL is run knows its tables alone. */
  lock(): Promise<void>;
}

export async function openDuck(): Promise<Table> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: '256MB',
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  return {
    async run(sql) {
      await connection.run(sql);
    },
    async rows(sql, limit) {
      const reader = await connection.streamAndReadUntil(sql, limit);
      const types = new Map(reader.columnNames().map((name, i) => [name, String(reader.columnType(i))]));
      const rows = reader.getRowObjectsJson().slice(0, limit) as JsonObject[];
      return rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asNumber(value, types.get(name) ?? '')])),
      );
    },
    async lock() {
      await connection.run('SET enable_external_access = false');
      await connection.run('SET lock_configuration = true');
    },
  };
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Large and exact numbers come as text; those that fit into a number are one. */
function asNumber(value: Json, type: string): Json {
  if (typeof value !== 'string' || !/INT$|^DECIMAL/.test(type)) return value;
  const number = Number(value);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number;
}
