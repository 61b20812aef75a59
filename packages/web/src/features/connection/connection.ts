import { type Conversation as Client, type ConversationView, connect } from '@polywire/client';
import type { Dialect } from '@polywire/protocol';
import { useCallback, useSyncExternalStore } from 'react';
import { currentLanguage } from '../../i18n/index.ts';

/** The one conversation that the page has open. */
let current: { readonly session: string; readonly dialect: Dialect; readonly client: Client } | undefined;

/** `name` is what the dialect calls the session. */
export function clientFor(session: string, dialect: Dialect, name = session): Client {
  if (current?.session === session && current.dialect === dialect) return current.client;
  const after = tellsPast(dialect) ? '0' : placeIn(session);
  current?.client.close();
  const client = connect({ url: location.origin, dialect, session: name, after, locale: currentLanguage() });
  client.ready.catch((error: unknown) => console.debug('the connection did not come about', error));
  current = { session, dialect, client };
  return client;
}

/** A dialect whose stream ends with each turn would tell a long past one turn at a time: it goes on from now instead. */
function tellsPast({ traits }: Dialect): boolean {
  return traits.stream === 'session' && traits.afterEnd === 'keep';
}

function placeIn(session: string): string {
  return (current?.session === session ? current.client.getState().cursor : undefined) ?? '0';
}

/** Drops the connection, so that the next look makes a new one. */
export function forgetClient(): void {
  current?.client.close();
  current = undefined;
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
