import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublic } from './allowed-address.ts';
import { NetError } from './errors.ts';

export interface GuardOptions {
  /** `host:port` or `address:port` that may be reached though they are not public. */
  readonly allow: readonly string[];
  /** The system's where nothing is given. */
  readonly lookup?: (host: string) => Promise<readonly { address: string }[]>;
}

/**
 * Connections to the open internet alone. What is checked is the address that is then connected to, so neither a name
 * that leads inwards nor one that changes between two questions gets through; redirects come this way again.
 */
export function guardedAgent({ allow, lookup = (host) => systemLookup(host, { all: true }) }: GuardOptions): Agent {
  const allowed = new Set(allow.map((each) => each.toLowerCase()));
  const connect = buildConnector({ timeout: CONNECT_MS });

  async function addressOf(host: string, port: string): Promise<string> {
    const found = isIP(host) > 0 ? [{ address: host }] : await lookup(host);
    const isAllowed = (address: string) =>
      allowed.has(`${host}:${port}`) || allowed.has(`${address}:${port}`) || isPublic(address);
    const address = found.find((each) => isAllowed(each.address))?.address;
    // One inward address is enough to distrust a name.
    if (address === undefined || !found.every((each) => isAllowed(each.address))) throw new NetError('BLOCKED', host);
    return address;
  }

  return new Agent({
    connections: 8,
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    maxResponseSize: -1,
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '').toLowerCase();
      const port = options.port || (options.protocol === 'https:' ? '443' : '80');
      addressOf(host, port).then(
        (hostname) =>
          connect({ ...options, hostname, host: hostname, servername: isIP(host) > 0 ? '' : host }, callback),
        (error: Error) => callback(error, null),
      );
    },
  });
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 15_000;
