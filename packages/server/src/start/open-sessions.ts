import type { EventOf } from '@polywire/protocol';
import { answerCalls } from '../calls/index.ts';
import { traceIdOf } from '../observe/trace-id.ts';
import { Directory } from '../sessions/directory.ts';
import { limitsWith } from '../sessions/limits.ts';
import { installationSecret } from '../sessions/secret.ts';
import type { Wire } from '../wire/contract.ts';
import { Feeds } from '../wire/feeds.ts';
import type { Start } from './contract.ts';
import type { Cast } from './open-agents.ts';
import type { Data } from './open-data.ts';

/** The sessions, and what connections do with them. Nothing is loaded yet. */
export async function openSessions({ config, logger, report, now }: Start, data: Data, cast: Cast): Promise<Wire> {
  const { log, store, tally, metrics, whenGone } = data;
  const { agents, models, tools, knowledge } = cast;
  const limits = limitsWith(config.limits);
  const feeds = new Feeds(log, tally, report);
  metrics.countWatchers(() => feeds.watchersByDialect());
  const directory = new Directory({
    log,
    store,
    agents,
    agentByDialect: config.agentByDialect,
    ready: tools.ready,
    hasModel: (name) => models.named(name) !== undefined,
    limits,
    whenBusy: config.whenBusy,
    secret: await installationSecret(store),
    // A clock that was set back must not lock this process out.
    epoch: Math.max(now(), log.lastEpoch + 1),
    now,
    report,
    runEnded(session: string, { runId = '', status, durationMs, reason }: EventOf<'run.finished'>) {
      metrics.ended(status);
      logger.info({ runId, traceId: traceIdOf(runId), session, status, durationMs, reason }, 'run ended');
    },
    halted: (session, outcome) => feeds.tell(session, outcome),
  });
  whenGone.push(
    (session) => directory.forget(session),
    (session) => feeds.drop(session),
  );
  const utcOffsetMin = -new Date().getTimezoneOffset();
  const about = {
    limits: { ...limits },
    upstreams: config.upstreams.map(({ name, dialect }) => ({ name, dialect })),
  };
  const call = answerCalls({
    store,
    log,
    directory,
    streams: feeds,
    agents,
    models,
    tools,
    knowledge,
    about,
    utcOffsetMin,
    now,
  });
  return { directory, feeds, tally, log, uploads: store.uploads, call, now, utcOffsetMin, report };
}
