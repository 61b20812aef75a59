import type { JsonObject } from '@polywire/protocol';
import { serveJob } from '../sandbox/job.ts';
import { chartOf } from './chart-data.ts';
import type { Column, QueryInput, QueryResult } from './contract.ts';
import { identifier, literal, openDuck, type Table } from './duck.ts';

const MAX_ROWS = 10_000;
const MAX_COLUMNS = 100;

serveJob<QueryInput, QueryResult>(async ({ path, names, sql, chart }) => {
  const table = await openDuck();
  await table.run(
    `CREATE TABLE data AS SELECT * FROM read_csv(${literal(path)}, header = true, sample_size = -1, null_padding = true, strict_mode = false)`,
  );
  await table.lock();
  if (sql === undefined) await table.run('ALTER TABLE data RENAME TO result');
  else {
    for (const name of names) await table.run(`CREATE VIEW ${identifier(name)} AS SELECT * FROM data`);
    await table.run(`CREATE TABLE result AS ${sql.trim().replace(/;+$/, '')}`);
  }
  const columns = await columnsOf(table);
  const [{ n: rowCount } = { n: 0 }] = await table.rows('SELECT count(*) AS n FROM result', 1);
  return {
    columns,
    rowCount: Number(rowCount),
    rows: await table.rows('SELECT * FROM result', MAX_ROWS),
    statistics: await statisticsOf(table, columns),
    chart: await chartOf(table, columns, chart ?? {}),
  };
});

async function columnsOf(table: Table): Promise<Column[]> {
  const described = await table.rows('DESCRIBE result', MAX_COLUMNS);
  return described.map(({ column_name, column_type }) => {
    const type = String(column_type);
    return { name: String(column_name), type, isNumber: NUMBER.test(type), isTime: /^(DATE|TIME)/.test(type) };
  });
}

const NUMBER = /^U?(TINY|SMALL|BIG|HUGE)?INT|^(FLOAT|DOUBLE|DECIMAL)/;

/** One after the other: a connection has one open result at a time. */
async function statisticsOf(table: Table, columns: readonly Column[]): Promise<JsonObject[]> {
  const statistics: JsonObject[] = [];
  for (const { name, isNumber } of columns) {
    const it = identifier(name);
    const common = `count(${it}) AS count, count(DISTINCT ${it}) AS different, min(${it}) AS min, max(${it}) AS max`;
    const more = isNumber ? `, sum(${it}) AS sum, avg(${it}) AS avg, median(${it}) AS median` : '';
    statistics.push(...(await table.rows(`SELECT ${literal(name)} AS "column", ${common}${more} FROM result`, 1)));
  }
  return statistics;
}
