import type { Dialect } from '../dialect.ts';
import { ProtocolError } from '../errors.ts';
import { loom } from './loom/index.ts';
import { lumine } from './lumine/index.ts';
import { magentic } from './magentic/index.ts';
import { native } from './native/index.ts';
import { nexus } from './nexus/index.ts';
import { onedragon } from './onedragon/index.ts';

/** The one list of dialects. */
export const dialects: readonly Dialect[] = [native, loom, lumine, magentic, nexus, onedragon];

/** The dialect of our own clients and servers: it says everything, and its frames are the events themselves. */
export const ownDialect: Dialect = native;

export function dialectNamed(name: string): Dialect {
  const found = dialects.find((dialect) => dialect.name === name);
  if (found) return found;
  const known = dialects.map((dialect) => dialect.name).join(', ');
  const asked = JSON.stringify(name);
  throw new ProtocolError(
    'UNKNOWN_DIALECT',
    `There is no dialect ${asked}; there are ${known}. / 没有名为 ${asked} 的方言，可用方言：${known}。`,
  );
}
