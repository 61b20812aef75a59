import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

// Plain JavaScript: a thread that has to read TypeScript first takes longer to begin than to do its work.
parentPort?.on('message', () => {
  const db = new Sqlite(workerData.path, { fileMustExist: true });
  try {
    for (let pass = 0; pass < MAX_PASSES && !isThrough(db); pass += 1);
  } finally {
    db.close();
  }
  parentPort?.postMessage('done');
});

/**
 * Whether nothing came in meanwhile: only then does the log begin anew at its front.
 *
 * @param {import('better-sqlite3').Database} db
 */
function isThrough(db) {
  const [{ log, checkpointed }] = /** @type {[{ log: number, checkpointed: number }]} */ (
    db.pragma('wal_checkpoint(PASSIVE)')
  );
  return log === checkpointed;
}

/** Every one has less to do than the one before. */
const MAX_PASSES = 20;
