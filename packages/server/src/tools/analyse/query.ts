import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JobError } from '../sandbox/errors.ts';
import { runJob } from '../sandbox/run-job.ts';
import type { ChartSpec, QueryInput, QueryResult } from './contract.ts';
import type { Source } from './source.ts';

export interface Asked {
  readonly sql: string | undefined;
  readonly chart: ChartSpec | undefined;
  readonly signal: AbortSignal;
}

/** Puts a table before DuckDB in a process of its own, and asks. */
export async function query({ name, csv }: Source, { sql, chart, signal }: Asked): Promise<QueryResult> {
  const folder = await mkdtemp(join(tmpdir(), 'polywire-analyse-'));
  try {
    const path = join(folder, 'data.csv');
    await writeFile(path, csv, { mode: 0o600 });
    const names = [...new Set([name, name.replace(/\.[^.]+$/, '')])].filter((each) => !TAKEN.has(each.toLowerCase()));
    const input: QueryInput = { path, names, sql, chart };
    return await runJob<QueryResult>(new URL('./query.job.ts', import.meta.url), input, { ...LIMITS, signal });
  } catch (error) {
    // What follows the first line is advice for whoever runs the database.
    if (error instanceof JobError && error.code === 'FAILED') throw new Error(error.message.split('\n')[0]);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const LIMITS = { timeoutMs: 30_000, memoryMb: 512 };
const TAKEN: ReadonlySet<string> = new Set(['', 'data', 'result']);
