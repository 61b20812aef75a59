import type { Dialect } from '@polywire/protocol';
import type { Agent } from '../agents/contract.ts';
import type { Config } from '../config.ts';
import type { Models } from '../models/contract.ts';
import type { Logger } from '../observe/logger.ts';
import type { GuardOptions } from '../tools/net/guarded-agent.ts';
import type { Closers } from './closers.ts';

/** What whoever starts a server from a program may bring along. */
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

/** What every step of a start has. Each step that opens something tells `opened` how it is closed, at once. */
export interface Start {
  readonly config: Config;
  readonly parts: Parts;
  readonly opened: Closers;
  readonly logger: Logger;
  report(error: unknown, about?: object): void;
  now(): number;
}
