import { ClientError, createApi } from '@polywire/client';
import type { JsonObject } from '@polywire/protocol';
import i18next from 'i18next';
import { currentLanguage } from '../i18n/index.ts';

export type { AgentInfo, ModelInfo, SearchPage, SessionInfo, StoredFile } from '@polywire/protocol/calls';

/** The server's HTTP API, asked in the language of the page. */
export const api = createApi({
  url: location.origin,
  fetch: (address, init) =>
    fetch(address, { ...init, headers: { ...headersOf(init), 'accept-language': currentLanguage() } }),
});

/** The same without a fetch of its own: only then does an upload tell how far it is. */
export const uploads = createApi({ url: location.origin });

/** What the server tells about itself: nothing where it has no such address. */
export async function aboutServer(): Promise<JsonObject> {
  const response = await fetch('/v1/server');
  return response.ok ? ((await response.json()) as JsonObject) : {};
}

/** The HTTP status of a refusal; 0 where the server was not reached. */
export function statusOf(error: unknown): number {
  return error instanceof ClientError ? (error.status ?? 0) : 0;
}

/** What the server said, or words of the page's own: never a program's message to programmers. */
export function wordsOf(error: unknown): string {
  if (error instanceof ClientError && error.code === 'REFUSED') return error.message;
  if (error instanceof ClientError) return i18next.t(`problem.${error.code}`);
  console.warn('an unexpected error', error);
  return i18next.t('problem.other');
}

function headersOf(init: RequestInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(init?.headers));
}
