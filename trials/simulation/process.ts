import type { Agent } from '../../packages/server/src/agents/contract.ts';
import type { EventLog } from '../../packages/server/src/log/contract.ts';
import { type SqliteEventLog, sqliteLog } from '../../packages/server/src/log/sqlite/index.ts';
import { Tally } from '../../packages/server/src/observe/tally.ts';
import { Directory } from '../../packages/server/src/sessions/directory.ts';
import { defaultLimits } from '../../packages/server/src/sessions/limits.ts';
import { refuse } from '../../packages/server/src/sessions/refuse.ts';
import type { WhenBusy } from '../../packages/server/src/sessions/session.ts';
import type { Store } from '../../packages/server/src/store/contract.ts';
import { logHooks } from '../../packages/server/src/store/sqlite/forget.ts';
import { pastIn } from '../../packages/server/src/store/sqlite/past.ts';
import { projector } from '../../packages/server/src/store/sqlite/project.ts';
import { openStore } from '../../packages/server/src/store/sqlite/store.ts';
import type { Wire } from '../../packages/server/src/wire/contract.ts';
import { Feeds } from '../../packages/server/src/wire/feeds.ts';
import type { FakeDisk } from './disk.ts';

export interface ProcessOptions {
  readonly disk: FakeDisk;
  readonly agents: readonly Agent[];
  readonly whenBusy: WhenBusy;
  now(): number;
  report(error: unknown): void;
  /** A bug to be found: stands between the log and all who use it. */
  readonly plant?: ((log: EventLog) => EventLog) | undefined;
}

/** The real parts of a server, from the log to the edge of its connections. */
export interface Process {
  readonly wire: Wire;
  readonly log: SqliteEventLog;
  readonly store: Store;
  /** What the server does now and then. */
  sweep(): void;
  /** No new runs; those under way stop where they are. */
  drain(): Promise<void>;
  /** Its clients are gone. */
  close(): Promise<void>;
}

export async function startProcess({ disk, agents, whenBusy, now, report, plant }: ProcessOptions): Promise<Process> {
  const database = disk.open();
  const project = projector(
    database.db,
    pastIn(() => log),
  );
  const log: SqliteEventLog = sqliteLog(database.db, {
    project: (owner, session, events) => {
      project(owner, session, events);
      disk.stage(session, events);
    },
    onProblem: report,
  });
  const used = plant?.(log) ?? log;
  const store = await openStore(database, { now, log: logHooks(log) });
  const directory = new Directory({
    log: used,
    store,
    agents,
    limits,
    whenBusy,
    secret: 'a secret of this installation',
    epoch: Math.max(now(), log.lastEpoch + 1),
    now,
    report,
  });
  const tally = new Tally();
  const feeds = new Feeds(used, tally, report);
  const call = async () => refuse('UNKNOWN', 'Nothing is called here.');
  const wire: Wire = {
    directory,
    feeds,
    tally,
    log: used,
    uploads: store.uploads,
    call,
    now,
    utcOffsetMin: 0,
    report,
  };
  await directory.recover();
  return {
    wire,
    log,
    store,
    sweep() {
      feeds.sweep(now());
      directory.sweep((id) => feeds.watchers(id) > 0);
    },
    drain: () => directory.close(),
    async close() {
      feeds.close();
      await log.close();
    },
  };
}

/** Short ones, so that each of them is reached now and then. */
const limits = { ...defaultLimits, runMs: 60_000, silenceMs: 20_000, inputMs: 120_000, toolMs: 10_000 };
