import type { Command, Decoded, Dialect, Endpoint, Frame, RestRequest } from '@polywire/protocol';

/** What a server of the dialect reads from what a client of the dialect sends, by socket or by HTTP. */
export function readBySocketOrHttp(dialect: Dialect, sent: Frame | RestRequest): Decoded<Command> {
  if ('data' in sent) return dialect.server.commands().push(sent);
  const [path = '', search = ''] = sent.path.split('?');
  for (const endpoint of dialect.endpoints) {
    const params = endpoint.method === sent.method && endpoint.read ? paramsOf(endpoint, path) : undefined;
    if (!params || !endpoint.read) continue;
    const query = Object.fromEntries(new URLSearchParams(search));
    return endpoint.read({ params, query, body: sent.body ?? null });
  }
  return { values: [], issue: { reason: 'unknown', detail: `no endpoint for ${sent.method} ${sent.path}` } };
}

function paramsOf({ path: template }: Endpoint, path: string): Record<string, string> | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const pattern = template.replace(/[.+]/g, '\\$&').replace(/\{\w+\}/g, '([^/]+)');
  const match = new RegExp(`^${pattern}$`).exec(path);
  if (!match) return undefined;
  return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(match[i + 1] as string)]));
}
