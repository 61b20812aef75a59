import { ClientError } from './errors.ts';

/** What every request of ours asks for: exact places to resume from, and the events behind what a wire only describes. */
export const ASKS = { cursor: '1', restore: '1' } as const;

export type Query = Readonly<Record<string, string | undefined>>;

export function httpUrl(base: string, path: string, query: Query = {}): string {
  return build(base, path, query, { 'ws:': 'http:', 'wss:': 'https:' });
}

export function socketUrl(base: string, path: string, query: Query): string {
  return build(base, path, query, { 'http:': 'ws:', 'https:': 'wss:' });
}

export function pathOf(template: string, session: string): string {
  return template.replace('{session}', encodeURIComponent(session));
}

/** A base that already is the whole address is taken as it is. */
function build(base: string, path: string, query: Query, schemes: Readonly<Record<string, string>>): string {
  const url = urlOf(base);
  const [plain = '', own = ''] = path.split('?');
  const prefix = url.pathname.replace(/\/$/, '');
  if (plain === '/' || !prefix.endsWith(plain)) url.pathname = prefix + plain;
  for (const [key, value] of new URLSearchParams(own)) url.searchParams.set(key, value);
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, value);
  const text = url.toString();
  const scheme = schemes[url.protocol];
  return scheme === undefined ? text : scheme + text.slice(url.protocol.length);
}

function urlOf(base: string): URL {
  try {
    return new URL(base);
  } catch (cause) {
    const asked = JSON.stringify(base);
    throw new ClientError('INVALID', `${asked} is no address of a server. / ${asked} 不是服务器地址。`, { cause });
  }
}
