import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Dialect, type EventOf, dialects as registered } from '@polywire/protocol';
import type { Agent } from './agents/contract.ts';
import { createAgents } from './agents/index.ts';
import { loadAgents } from './agents/load-agents.ts';
import { answerCalls } from './calls/index.ts';
import { ConfigError, type ConfigFile, configSchema } from './config.ts';
import { configSecrets } from './config-secrets.ts';
import { upstreamAgents } from './gateway/index.ts';
import { type SqliteEventLog, sqliteLog } from './log/sqlite/index.ts';
import type { Models } from './models/contract.ts';
import { createModels } from './models/registry.ts';
import { createSight } from './models/sight.ts';
import { createLogger, type Logger } from './observe/logger.ts';
import { Metrics } from './observe/metrics.ts';
import { openRuns } from './observe/open-runs.ts';
import { redact } from './observe/redact.ts';
import { HEALTH_PATH, observeRoutes } from './observe/routes.ts';
import { Tally } from './observe/tally.ts';
import { traceIdOf } from './observe/trace-id.ts';
import { serveOpenApi } from './openapi.ts';
import { Directory } from './sessions/directory.ts';
import { limitsWith } from './sessions/limits.ts';
import { installationSecret } from './sessions/secret.ts';
import { StoreError } from './store/errors.ts';
import { Checkpointer } from './store/sqlite/checkpointer.ts';
import { logHooks } from './store/sqlite/forget.ts';
import { openDatabase } from './store/sqlite/open.ts';
import { projector } from './store/sqlite/project.ts';
import { openStore } from './store/sqlite/store.ts';
import { createToolbox } from './tools/create-toolbox.ts';
import { Knowledge } from './tools/knowledge/knowledge.ts';
import type { GuardOptions } from './tools/net/guarded-agent.ts';
import { Net } from './tools/net/net.ts';
import { type Address, otherAddresses } from './wire/addresses.ts';
import { Feeds } from './wire/feeds.ts';
import { front } from './wire/front.ts';
import { Gate } from './wire/gate.ts';
import { httpServer } from './wire/http.ts';
import { Shares, timeoutsOf, wireLimitsWith } from './wire/limits.ts';
import { listen } from './wire/listen.ts';
import { Login } from './wire/login.ts';
import { Owners } from './wire/owners.ts';
import { servePage } from './wire/page.ts';
import type { Wire } from './wire/perform.ts';
import { Sockets } from './wire/sockets.ts';
import { keepNewObjectsYoung } from './young-heap.ts';

export interface Parts {
  /** In place of all others; the first is the default. */
  readonly agents?: readonly Agent[];
  /** In place of those that the configuration names. */
  readonly models?: Models;
  /** All that are registered where nothing is given. */
  readonly dialects?: readonly Dialect[];
  readonly logger?: Logger;
  /** How names become addresses for what is fetched on behalf of others; the system's way where nothing is given. */
  readonly lookup?: GuardOptions['lookup'];
  /** Errors that no client is told; the logger's where nothing is given. */
  readonly report?: (error: unknown, about?: object) => void;
}

export interface Running {
  /** Of the first address. */
  readonly url: string;
  readonly urls: readonly string[];
  /** All that it answers. */
  readonly addresses: readonly Address[];
  /** New links that open the page once, one for each owner; none where no token is needed. */
  loginLinks(): readonly { readonly owner: string; readonly url: string }[];
  close(): Promise<void>;
}

/** Puts the server together and starts it. */
export async function startServer(file: ConfigFile, parts: Parts = {}): Promise<Running> {
  keepNewObjectsYoung();
  const config = configSchema.parse(file);
  const { dialects = registered, logger = createLogger({ level: 'error' }) } = parts;
  const secrets = configSecrets(config);
  const report =
    parts.report ??
    ((err: unknown, about: object = {}) =>
      logger.error(secrets.hideIn(redact({ ...about, err })), 'something went wrong'));
  const now = Date.now;
  const addresses = [{ host: config.host, port: config.port }, ...config.listen];
  const isLoopback = addresses.every(({ host }) => isLoopbackHost(host));
  const owners = new Owners(config.tokens);
  if (!isLoopback && !owners.areNamed) throw new ConfigError(NEEDS_TOKEN);
  if (config.ui !== undefined && !existsSync(config.ui)) throw new ConfigError(noFolder(config.ui));

  const database = openDatabase(config.data, config.maxDataMb > 0 ? { maxBytes: config.maxDataMb * MIB } : {});
  const checkpointer = new Checkpointer(database, report);
  const log: SqliteEventLog = readable(() =>
    sqliteLog(database.db, {
      project: projector(database.db, (session, after) => log.readNow(session, after, Number.MAX_SAFE_INTEGER).events),
      onCommit(commit) {
        metrics.committed(commit);
        checkpointer.committed();
      },
      onProblem: report,
    }),
  );
  const store = await openStore(database, {
    uploadQuota: config.maxUploadsMb > 0 ? config.maxUploadsMb * MIB : Number.POSITIVE_INFINITY,
    log: logHooks(log, (session) => {
      directory.forget(session);
      feeds.drop(session);
    }),
  });
  const knowledge = new Knowledge({ store, ownDocs: config.ownDocs, report });
  const net = new Net({ allow: config.fetchAllow, ...(parts.lookup && { lookup: parts.lookup }) });
  const toolbox = await createToolbox({ settings: config, store, log, knowledge, net, report });
  const models = parts.models ?? createModels(config, process.env);
  const kit = { models, tools: toolbox, sight: createSight(store.uploads), settings: config.agentOptions };
  const elsewhere = upstreamAgents(config.upstreams, store, report);
  const own = [...(await loadAgents(config.agents, kit)), ...elsewhere];
  const agents = parts.agents ? [...parts.agents, ...elsewhere] : createAgents(kit, own, config.agent);
  const limits = limitsWith(config.limits);
  const directory = new Directory({
    log,
    store,
    agents,
    agentByDialect: config.agentByDialect,
    ready: toolbox.ready,
    hasModel: (name) => models.named(name) !== undefined,
    limits,
    whenBusy: config.whenBusy,
    secret: await installationSecret(store),
    // A clock that was set back must not lock this process out.
    epoch: Math.max(now(), log.lastEpoch + 1),
    now,
    report,
    runEnded,
    halted: (session, outcome) => feeds.tell(session, outcome),
  });
  const tally = new Tally();
  const feeds = new Feeds(log, tally, report);
  const metrics = new Metrics({ tally, openRuns: openRuns(database.db), watchers: () => feeds.watchersByDialect() });
  function runEnded(session: string, { runId = '', status, durationMs, reason }: EventOf<'run.finished'>): void {
    metrics.ended(status);
    logger.info({ runId, traceId: traceIdOf(runId), session, status, durationMs, reason }, 'run ended');
  }
  const utcOffsetMin = -new Date().getTimezoneOffset();
  const about = {
    limits: { ...limits },
    upstreams: config.upstreams.map(({ name, dialect }) => ({ name, dialect })),
  };
  const call = answerCalls({ store, log, directory, agents, models, tools: toolbox, knowledge, about, utcOffsetMin });
  const wire: Wire = {
    directory,
    feeds,
    tally,
    log,
    uploads: store.uploads,
    call,
    now,
    utcOffsetMin,
    report,
  };
  const gate = new Gate({
    isLoopback,
    owners,
    hosts: [...(config.publicUrl ? [new URL(config.publicUrl).hostname] : []), ...addresses.map(({ host }) => host)],
    allowedOrigins: [...config.allowOrigin, ...(config.publicUrl ? [new URL(config.publicUrl).origin] : [])],
  });
  const urls: string[] = [];
  /** Where clients find this server: by the name that one of them used, since they do not all come the same way. */
  const baseUrl = (host?: string) =>
    config.publicUrl?.replace(/\/$/, '') ?? (host === undefined ? (urls[0] ?? '') : `http://${host}`);
  const shares = new Shares(wireLimitsWith(config.wireLimits));
  const login = new Login();
  const shared = {
    dialects,
    wire,
    store,
    knowledge,
    net,
    gate,
    shares,
    baseUrl,
    report,
    onIssue: tally.issue.bind(tally),
  };
  const sockets = new Sockets(shared);
  const answered = otherAddresses(dialects);
  const app = httpServer({ ...shared, onAddress: (address) => answered.push(address) });
  let isRecovered = false;
  observeRoutes(app, metrics, () => isRecovered && !directory.isClosing);
  serveOpenApi(app, dialects, baseUrl);
  servePage(app, {
    directory: config.ui ?? fileURLToPath(new URL('../../web/dist', import.meta.url)),
    isForeign: config.ui !== undefined,
    ports: () => urls.map((url) => new URL(url).port),
  });
  await app.ready();
  const listener = front(
    {
      gate,
      owners,
      login,
      open: new Set([HEALTH_PATH]),
      isShared: config.allowOrigin.length > 0,
      isSecure: config.publicUrl?.startsWith('https:') ?? false,
      baseUrl,
      now,
    },
    (request, response) => app.routing(request, response),
  );

  const servers: Server[] = [];
  const prune = async () => {
    if (config.retentionDays > 0) await store.prune(config.retentionDays * DAY_MS);
  };
  await prune();
  const sweep = setInterval(() => {
    feeds.sweep(now());
    directory.sweep((id) => feeds.watchers(id) > 0);
    store.messages.index().catch(report);
    prune().catch(report);
  }, SWEEP_MS).unref();

  async function close(): Promise<void> {
    clearInterval(sweep);
    for (const server of servers) server.close();
    await directory.close();
    await sockets.close(RESTARTS);
    feeds.cut(RESTARTS);
    await turn();
    for (const server of servers) server.closeAllConnections();
    feeds.close();
    await knowledge.close();
    await toolbox.close();
    await net.close();
    await app.close();
    await log.close();
    await checkpointer.close();
    await store.close();
  }

  try {
    for (const address of addresses) {
      const server = createServer(timeoutsOf(shares.limits), listener);
      server.on('upgrade', sockets.upgrade);
      await listen(server, address);
      servers.push(server);
      urls.push(urlOf(server));
    }
    await toolbox.ready;
    // Only when the addresses are ours: whoever cannot listen leaves the runs alone.
    await directory.recover();
    isRecovered = true;
    knowledge.preload();
  } catch (error) {
    await close();
    throw error;
  }
  const loginLinks = () => owners.names.map((owner) => ({ owner, url: baseUrl() + login.issue(owner, now()) }));
  return { url: urls[0] as string, urls, addresses: answered, loginLinks, close };
}

/** Told to all who watch; they may come back and resume. */
const RESTARTS = 'the server restarts';
const SWEEP_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;
const MIB = 1024 * 1024;
const NEEDS_TOKEN =
  'Listening beyond this machine needs a token: --token or POLYWIRE_TOKEN. / 监听本机以外的地址需要令牌：--token 或 POLYWIRE_TOKEN。';

/** Whoever starts the server on data that cannot be read is told so in a sentence. */
function readable<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw StoreError.atOpening(error);
  }
}

function noFolder(path: string): string {
  return `There is no folder ${path} to serve (--ui). / 没有可供展示的目录 ${path}（--ui）。`;
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
