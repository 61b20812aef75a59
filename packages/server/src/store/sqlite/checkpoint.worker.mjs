import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

// Plain JavaScript: a thread that has to read TypeScript first takes longer to begin than to do its work.
parentPort?.on('message', () => {
  const db = new Sqlite(workerData.path, { fileMustExist: true });
  try {
    // Only when nothing came in meanwhile does the log begin anew at its front; each pass has less to do than the last.
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      db.pragma('wal_checkpoint(PASSIVE)');
      if (isAllCopied(db)) break;
    }
  } finally {
    db.close();
  }
  parentPort?.postMessage('done');
});

/**
 * A pass tells how long the log was when it began; this looks again.
 *
 * @param {import('better-sqlite3').Database} db
 */
function isAllCopied(db) {
  const [{ log, checkpointed }] = /** @type {[{ log: number, checkpointed: number }]} */ (
    db.pragma('wal_checkpoint(NOOP)')
  );
  return log === checkpointed;
}

const MAX_PASSES = 20;
