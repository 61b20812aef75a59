import { randomUUID } from 'node:crypto';
import { type Dialect, type Endpoint, formatCursor } from '@polywire/protocol';
import { conversing, RawClient } from './client.ts';
import { nativeApi } from './native.ts';
import type { Scene } from './script-agent.ts';

export const slow: readonly Scene[] = [{ say: 'word', times: 60, everyMs: 5 }];
/** It ends only because somebody ends it. */
export const endless: readonly Scene[] = [{ say: 'word', times: 1_000_000, everyMs: 5 }];

/** The socket that a dialect's front ends talk by. */
export function socketOf(dialect: Dialect): Endpoint {
  return conversing(dialect).find(({ framing }) => framing === 'ws') as Endpoint;
}

/** A new name for a session where the address has it. */
export function pathSession({ session }: Endpoint) {
  return session === 'path' ? { session: randomUUID() } : {};
}

/** Attaches to a session, in whatever way the dialect does that. */
export async function watch(
  url: string,
  dialect: Dialect,
  session: string,
  query: Readonly<Record<string, string>> = {},
): Promise<RawClient> {
  const endpoint = socketOf(dialect);
  if (endpoint.session === 'path') return RawClient.open(url, { dialect, endpoint, session, query });
  const client = await RawClient.open(url, { dialect, endpoint, query });
  const wants = { cursor: query.cursor === '1', restore: query.restore === '1' };
  await client.send({ type: 'attach', session, after: query.after ?? formatCursor({ seq: 0, sub: 0 }), wants });
  return client;
}

export function play(client: RawClient, scenes: readonly Scene[]): Promise<void> {
  return client.send({ type: 'message.send', text: JSON.stringify(scenes) });
}

export function textOf({ drafts }: RawClient): string {
  return drafts.map((draft) => (draft.type === 'text.delta' ? draft.delta : '')).join('');
}

/** How the session's runs stand, the first one first. Asked for, since a close stops nothing that somebody watches. */
export async function statuses(url: string, session: string): Promise<string[]> {
  const { body } = await nativeApi(url).call<{ runs: { status: string }[] }>(`GET /v1/sessions/${session}/runs`);
  return body.runs.map(({ status }) => status);
}

/** The session that was last called into being, or spoken to. */
export async function newestSession(url: string): Promise<string> {
  const { body } = await nativeApi(url).call<{ sessions: { id: string }[] }>('GET /v1/sessions');
  return (body.sessions[0] as { id: string }).id;
}

export async function metrics(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}
