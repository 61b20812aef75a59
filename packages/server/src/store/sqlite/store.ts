import type { Store } from '../contract.ts';
import { sqliteAnalyses } from './analyses.ts';
import { backupTo, type Progress } from './backup.ts';
import { sqliteDocuments } from './documents.ts';
import { forgetter, type LogHooks, prune } from './forget.ts';
import { sqliteMessages } from './messages.ts';
import type { OpenDatabase } from './open.ts';
import { sqlitePlans } from './plans.ts';
import { Queries } from './query.ts';
import { sqliteQuestions } from './questions.ts';
import { sqliteRuns } from './runs.ts';
import { sqliteSessions } from './sessions.ts';
import { sqliteSettings } from './settings.ts';
import { uploadsOf } from './upload-path.ts';
import { sqliteUploads } from './uploads.ts';
import { fold } from './words.ts';
import { sqliteWorkspaces } from './workspaces.ts';

export interface StoreOptions {
  readonly now?: () => number;
  /** Bytes of all uploads together. */
  readonly uploadQuota?: number;
  readonly log?: LogHooks;
  /** What was found damaged and could be done without. */
  readonly report?: (error: unknown) => void;
}

export interface SqliteStore extends Store {
  /** Copies the database, while it is used, to a new private file. Uploads are files beside it. */
  backup(path: string, progress?: Progress): Promise<void>;
}

export async function openStore(database: OpenDatabase, options: StoreOptions = {}): Promise<SqliteStore> {
  const { db } = database;
  const { now = Date.now, uploadQuota = UPLOAD_QUOTA, log = {}, report = () => undefined } = options;
  db.function('fold', { deterministic: true }, fold);
  const queries = new Queries(db);
  const messages = sqliteMessages(db, queries);
  const uploads = sqliteUploads(queries, { directory: uploadsOf(database), quota: uploadQuota, now });
  const forget = forgetter(database, { queries, messages, uploads, log });
  await uploads.sweep();
  return {
    sessions: sqliteSessions(queries, { now, forget }),
    runs: sqliteRuns(queries),
    messages,
    questions: sqliteQuestions(queries),
    settings: sqliteSettings(queries, report),
    plans: sqlitePlans(queries, now),
    workspaces: sqliteWorkspaces(queries, now),
    uploads,
    documents: sqliteDocuments(db, queries, now),
    analyses: sqliteAnalyses(queries, now),
    prune: (olderThanMs) => prune(queries, forget, now() - olderThanMs),
    backup: (path, progress) => backupTo(db, path, progress),
    async close() {
      database.close();
    },
  };
}

/** Enough for documents and pictures; a disk is seldom smaller. */
const UPLOAD_QUOTA = 2 * 1024 ** 3;
