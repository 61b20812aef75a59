import { type Conversation as Client, type ConversationView, connect } from '@polywire/client';
import type { Dialect } from '@polywire/protocol';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { currentLanguage } from '../../i18n/index.ts';
import { Clients } from './clients.ts';

export const clients = new Clients((dialect, session, after) => {
  const client = connect({ url: location.origin, dialect, session, after, locale: currentLanguage() });
  client.ready.catch((error: unknown) => console.debug('the connection did not come about', error));
  return client;
});

/** The conversation that is shown; undefined until all of it is known. `name` is what the dialect calls the session. */
export function useClient(session: string | undefined, dialect: Dialect | undefined, name: string | undefined) {
  const [shown, setShown] = useState<{ session: string; dialect: Dialect; client: Client }>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: and once more with each try
  useEffect(() => {
    if (session === undefined || dialect === undefined || name === undefined) return;
    const { client, release } = clients.hold(session, dialect, name);
    setShown({ session, dialect, client });
    return release;
  }, [session, dialect, name, tries]);
  const client = shown?.session === session && shown?.dialect === dialect ? shown?.client : undefined;
  const reconnect = () => {
    if (client) clients.abandon(client);
    setTries((before) => before + 1);
  };
  return { client, reconnect };
}

export function useView(client: Client | undefined): ConversationView | undefined {
  const subscribe = useCallback(
    (changed: () => void) => (client ? calmly(client, changed) : () => undefined),
    [client],
  );
  return useSyncExternalStore(subscribe, () => client?.getState());
}

/** Twenty pictures a second read as a flow; more would only keep the page from everything else. */
const DRAW_MS = 50;

function calmly(client: Client, changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const draw = () => {
    timer = undefined;
    last = performance.now();
    changed();
  };
  const unsubscribe = client.subscribe(() => {
    if (timer !== undefined) return;
    const wait = last + DRAW_MS - performance.now();
    if (wait <= 0) draw();
    else timer = setTimeout(draw, wait);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
