import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError, type ConfigFile, configSchema } from './config.ts';
import { configSecrets } from './config-secrets.ts';
import { createLogger } from './observe/logger.ts';
import { redact } from './observe/redact.ts';
import { Closers } from './start/closers.ts';
import type { Parts, Start } from './start/contract.ts';
import { type Door, doorOf } from './start/door.ts';
import { openAgents } from './start/open-agents.ts';
import { openData } from './start/open-data.ts';
import { openSessions } from './start/open-sessions.ts';
import { openWire } from './start/open-wire.ts';
import { keepTidy } from './start/tidy.ts';
import type { Address } from './wire/addresses.ts';
import { timeoutsOf } from './wire/limits.ts';
import { listen } from './wire/listen.ts';
import { keepNewObjectsYoung } from './young-heap.ts';

export type { Parts } from './start/contract.ts';

export interface Running {
  /** Of the first address. */
  readonly url: string;
  readonly urls: readonly string[];
  /** All that it answers. */
  readonly addresses: readonly Address[];
  /** New links that open the page once, one for each owner; none where no token is needed. */
  loginLinks(): readonly { readonly owner: string; readonly url: string }[];
  /** Rejects with what could not be closed, after all the rest is. */
  close(): Promise<void>;
}

/** Puts the server together and starts it. Where that fails, nothing is left open. */
export async function startServer(file: ConfigFile, parts: Parts = {}): Promise<Running> {
  keepNewObjectsYoung();
  const config = configSchema.parse(file);
  const { logger = createLogger({ level: 'error' }) } = parts;
  const secrets = configSecrets(config);
  const report =
    parts.report ??
    ((err: unknown, about: object = {}) =>
      logger.error(secrets.hideIn(redact({ ...about, err })), 'something went wrong'));
  const door = doorOf(config);
  if (config.ui !== undefined && !existsSync(config.ui)) throw new ConfigError(noFolder(config.ui));
  const opened = new Closers();
  try {
    return await start({ config, parts, opened, logger, report, now: Date.now }, door);
  } catch (error) {
    await opened.close().catch(report);
    throw error;
  }
}

async function start(begun: Start, door: Door): Promise<Running> {
  const data = await openData(begun);
  const cast = await openAgents(begun, data);
  const wire = await openSessions(begun, data, cast);
  const servers: Server[] = [];
  const urls: string[] = [];
  let isRecovered = false;
  const isReady = () => isRecovered && !wire.directory.isClosing;
  const reached = await openWire(begun, door, { data, cast, wire, servers, urls, isReady });
  await keepTidy(begun, data, wire);
  for (const address of door.addresses) {
    const server = createServer(timeoutsOf(reached.shares.limits), reached.requests);
    server.on('upgrade', reached.sockets.upgrade);
    await listen(server, address);
    servers.push(server);
    urls.push(urlOf(server));
  }
  await cast.tools.ready;
  // Only when the addresses are ours: whoever cannot listen leaves the runs alone.
  await wire.directory.recover();
  isRecovered = true;
  cast.knowledge.preload();
  return {
    url: urls[0] as string,
    urls,
    addresses: reached.answered,
    loginLinks: reached.loginLinks,
    close: () => begun.opened.close(),
  };
}

function noFolder(path: string): string {
  return `There is no folder ${path} to serve (--ui). / 没有可供展示的目录 ${path}（--ui）。`;
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
