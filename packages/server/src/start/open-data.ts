import { MIB } from '../bytes.ts';
import { type SqliteEventLog, sqliteLog } from '../log/sqlite/index.ts';
import { Metrics } from '../observe/metrics.ts';
import { openRuns } from '../observe/open-runs.ts';
import { Tally } from '../observe/tally.ts';
import type { Store } from '../store/contract.ts';
import { StoreError } from '../store/errors.ts';
import { Checkpointer } from '../store/sqlite/checkpointer.ts';
import { logHooks } from '../store/sqlite/forget.ts';
import { openDatabase } from '../store/sqlite/open.ts';
import { pastIn } from '../store/sqlite/past.ts';
import { projector } from '../store/sqlite/project.ts';
import { openStore } from '../store/sqlite/store.ts';
import type { Start } from './contract.ts';

export interface Data {
  readonly log: SqliteEventLog;
  readonly store: Store;
  readonly tally: Tally;
  readonly metrics: Metrics;
  /** Called with each session that is gone for good, by those who have something of it in memory. */
  readonly whenGone: ((session: string) => void)[];
}

/** The data folder, for this process alone. */
export async function openData({ config, opened, report }: Start): Promise<Data> {
  const database = openDatabase(config.data, config.maxDataMb > 0 ? { maxBytes: config.maxDataMb * MIB } : {});
  opened.add(() => database.close());
  const tally = new Tally();
  const metrics = new Metrics({ tally, openRuns: openRuns(database.db) });
  const checkpointer = new Checkpointer(database, report);
  opened.add(() => checkpointer.close());
  const log: SqliteEventLog = readable(() =>
    sqliteLog(database.db, {
      project: projector(
        database.db,
        pastIn(() => log),
      ),
      onCommit(commit) {
        metrics.committed(commit);
        checkpointer.committed();
      },
      onProblem: report,
    }),
  );
  opened.add(() => log.close());
  const whenGone: Data['whenGone'] = [];
  const store = await openStore(database, {
    uploadQuota: config.maxUploadsMb > 0 ? config.maxUploadsMb * MIB : Number.POSITIVE_INFINITY,
    log: logHooks(log, (session) => {
      for (const forget of whenGone) forget(session);
    }),
    report,
  });
  return { log, store, tally, metrics, whenGone };
}

/** Whoever starts the server on data that cannot be read is told so in a sentence. */
function readable<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw StoreError.atOpening(error);
  }
}
