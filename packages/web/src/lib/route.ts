import { useSyncExternalStore } from 'react';

/** Where the page is: a session, and in it perhaps a run or a message to look at. */
export interface Route {
  readonly session?: string;
  readonly run?: string;
  readonly seq?: number;
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return parseRoute(hash);
}

export function go(route: Route): void {
  const hash = formatRoute(route);
  if (hash !== location.hash) location.hash = hash;
}

/** The new session has got its name: the way back leads past the empty page. */
export function goInstead(route: Route): void {
  history.replaceState(null, '', formatRoute(route));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

export function parseRoute(hash: string): Route {
  const [, kind, session, what, value] = hash.split('/').map(decode);
  if (kind !== 's' || !session) return {};
  if (what === 'r' && value) return { session, run: value };
  if (what === 'm' && value && /^\d+$/.test(value)) return { session, seq: Number(value) };
  return { session };
}

export function formatRoute({ session, run, seq }: Route): string {
  if (session === undefined) return '#/';
  const place = run !== undefined ? `/r/${encodeURIComponent(run)}` : seq !== undefined ? `/m/${seq}` : '';
  return `#/s/${encodeURIComponent(session)}${place}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    console.debug('an address that is not well formed', error);
    return '';
  }
}

function subscribe(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}
