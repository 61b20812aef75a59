import type { Dialect, Endpoint } from '@polywire/protocol';

export interface Served {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
}

/** What each address has to offer, by its method and path: several framings, or several dialects. */
export function byAddress(
  dialects: readonly Dialect[],
  counts: (endpoint: Endpoint) => boolean = () => true,
): ReadonlyMap<string, readonly Served[]> {
  const groups = new Map<string, Served[]>();
  for (const dialect of dialects) {
    for (const endpoint of dialect.endpoints.filter(counts)) {
      const key = `${endpoint.method} ${endpoint.path}`;
      groups.set(key, [...(groups.get(key) ?? []), { dialect, endpoint }]);
    }
  }
  return groups;
}
