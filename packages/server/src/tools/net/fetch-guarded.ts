import { type Dispatcher, fetch, type Response } from 'undici';
import { gatheredUpTo } from '../../bytes.ts';
import { NetError } from './errors.ts';

export interface FetchOptions {
  readonly agent: Dispatcher;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Refuses an answer by its headers, before its body is read. */
  accept?(response: { status: number; mediaType: string }): void;
}

export interface Fetched {
  /** Where it was found in the end. */
  readonly url: string;
  readonly status: number;
  readonly mediaType: string;
  readonly charset: string | undefined;
  readonly bytes: Buffer;
}

/** Gets something that somebody else named: bounded in size, time and number of redirects. */
export async function fetchGuarded(address: string, options: FetchOptions): Promise<Fetched> {
  const clock = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([options.signal, clock]);
  let url = urlOf(address);
  try {
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const response = await fetch(url, {
        dispatcher: options.agent,
        redirect: 'manual',
        signal,
        headers: { 'user-agent': 'Polywire', ...options.headers },
      });
      const next = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
      if (next === null) return await read(response, url, options);
      await response.body?.cancel();
      url = urlOf(next, url);
    }
    throw new NetError('REDIRECTS', MAX_REDIRECTS);
  } catch (error) {
    options.signal.throwIfAborted();
    if (clock.aborted) throw new NetError('TIMEOUT', options.timeoutMs / 1_000, { cause: error });
    throw netErrorIn(error) ?? new NetError('UNREACHABLE', url.host, { cause: error });
  }
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** `from`: who sends us on, and may name a place of its own in short. */
function urlOf(address: string, from?: URL): URL {
  const url = URL.canParse(address, from?.href) ? new URL(address, from) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new NetError('SCHEME', address.slice(0, 200));
  // Names and passwords are nobody's business here.
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}

async function read(response: Response, url: URL, { maxBytes, accept }: FetchOptions): Promise<Fetched> {
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  const mediaType = (type.split(';')[0] ?? '').trim().toLowerCase();
  const charset = /charset=["']?([\w-]{1,40})/i.exec(type)?.[1];
  try {
    accept?.({ status: response.status, mediaType });
  } catch (error) {
    await response.body?.cancel();
    throw error;
  }
  const bytes = await gatheredUpTo(maxBytes, response.body);
  if (!bytes) throw new NetError('TOO_LARGE', maxBytes);
  return { url: url.href, status: response.status, mediaType, charset, bytes };
}

/** The library wraps what a connection failed by. */
function netErrorIn(error: unknown): NetError | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if (each instanceof NetError) return each;
  }
  return undefined;
}
