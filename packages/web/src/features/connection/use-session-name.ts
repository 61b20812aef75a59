import type { Dialect } from '@polywire/protocol';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';

/** What a dialect calls a session; the first of the registry calls it as the page does. undefined until it is known. */
export function useSessionName(
  session: string | undefined,
  dialect: Dialect | undefined,
  isOwn: boolean,
): string | undefined {
  const [known, setKnown] = useState<{ session: string; dialect: string; name: string }>();
  const dialectName = dialect?.name;
  useEffect(() => {
    if (isOwn || session === undefined || dialectName === undefined) return;
    api.sessions.get(session).then(
      ({ names }) => setKnown({ session, dialect: dialectName, name: names?.[dialectName] ?? session }),
      () => setKnown({ session, dialect: dialectName, name: session }),
    );
  }, [isOwn, session, dialectName]);
  if (isOwn) return session;
  return known?.session === session && known?.dialect === dialectName ? known?.name : undefined;
}
