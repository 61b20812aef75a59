import type { Dialect } from '@polywire/protocol';
import { useEffect, useState } from 'react';

let loaded: readonly Dialect[] | undefined;
let loading: Promise<readonly Dialect[]> | undefined;

/** The registry. Not part of the first load: the page has nothing to say before a session is open. */
export function loadDialects(): Promise<readonly Dialect[]> {
  loading ??= import('@polywire/protocol/dialects').then(({ dialects }) => {
    loaded = dialects;
    return dialects;
  });
  return loading;
}

/** undefined until it is there. */
export function useDialects(isNeeded: boolean): readonly Dialect[] | undefined {
  const [dialects, setDialects] = useState(loaded);
  useEffect(() => {
    if (isNeeded && !dialects) void loadDialects().then(setDialects);
  }, [isNeeded, dialects]);
  return dialects;
}

/** The one of that name, or the server's own, which stands first and says everything. */
export function pickDialect(dialects: readonly Dialect[], name: string | undefined): Dialect {
  const dialect = dialects.find((each) => each.name === name) ?? dialects[0];
  if (!dialect) throw new Error('there is no dialect');
  return dialect;
}
