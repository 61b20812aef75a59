import type { Database } from 'better-sqlite3';

/** Runs that have not ended, by state: an index has only these. */
export function openRuns(db: Database): () => [state: string, count: number][] {
  const count = db
    .prepare<[], [string, number]>('SELECT status, count(*) FROM runs WHERE last IS NULL GROUP BY status')
    .raw();
  return () => count.all();
}
