import { type Conversation as Client, type ConversationView, connect } from '@polywire/client';
import type { Dialect } from '@polywire/protocol';
import { useSyncExternalStore } from 'react';
import { currentLanguage } from '../../i18n/index.ts';

/** The one conversation that the page has open. */
let current: { readonly session: string; readonly dialect: Dialect; readonly client: Client } | undefined;

export function clientFor(session: string, dialect: Dialect): Client {
  if (current?.session === session && current.dialect === dialect) return current.client;
  current?.client.close();
  const client = connect({ url: location.origin, dialect, session, after: '0', locale: currentLanguage() });
  client.ready.catch((error: unknown) => console.debug('the connection did not come about', error));
  current = { session, dialect, client };
  return client;
}

/** Drops the connection, so that the next look makes a new one. */
export function forgetClient(): void {
  current?.client.close();
  current = undefined;
}

export function useView(client: Client | undefined): ConversationView | undefined {
  return useSyncExternalStore(
    (changed) => client?.subscribe(changed) ?? (() => undefined),
    () => client?.getState(),
  );
}
