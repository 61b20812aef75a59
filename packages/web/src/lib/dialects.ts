import type { Dialect } from '@polywire/protocol';
import { loadOnce } from './load-once.ts';
import { useLoaded } from './use-loaded.ts';

export interface Registry {
  readonly dialects: readonly Dialect[];
  readonly ownDialect: Dialect;
}

/** Not part of the first load: the page has nothing to say before a session is open. */
export const loadDialects = loadOnce(async (): Promise<Registry> => import('@polywire/protocol/dialects'));

/** undefined until it is there. */
export function useDialects(isNeeded: boolean): Registry | undefined {
  return useLoaded(loadDialects, isNeeded);
}

/** The one of that name, or the server's own. */
export function pickDialect({ dialects, ownDialect }: Registry, name: string | undefined): Dialect {
  return dialects.find((each) => each.name === name) ?? ownDialect;
}
