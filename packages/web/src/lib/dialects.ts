import type { Dialect } from '@polywire/protocol';
import { loadOnce } from './load-once.ts';
import { useLoaded } from './use-loaded.ts';

/** The registry. Not part of the first load: the page has nothing to say before a session is open. */
export const loadDialects = loadOnce(
  async (): Promise<readonly Dialect[]> => (await import('@polywire/protocol/dialects')).dialects,
);

/** undefined until it is there. */
export function useDialects(isNeeded: boolean): readonly Dialect[] | undefined {
  return useLoaded(loadDialects, isNeeded);
}

/** The one of that name, or the server's own, which stands first and says everything. */
export function pickDialect(dialects: readonly Dialect[], name: string | undefined): Dialect {
  const dialect = dialects.find((each) => each.name === name) ?? dialects[0];
  if (!dialect) throw new Error('there is no dialect');
  return dialect;
}
