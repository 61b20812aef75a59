import { type Cursor, type Dialect, type Endpoint, formatCursor } from '@polywire/protocol';
import { conversing, RawClient } from '../../packages/server/test/support/client.ts';

export const BEGINNING: Cursor = { seq: 0, sub: 0 };
/** What a client asks for that comes back with its cursor. */
export const WANTS = { cursor: true, restore: false } as const;

/**
 * A client on a dialect's socket that watches a session, whether the address names that or a message. `from`: it has
 * cursors, and comes back with this one; without, it is as the dialect's own programs are.
 */
export async function watch(url: string, dialect: Dialect, session: string, from?: Cursor): Promise<RawClient> {
  const endpoint = socketOf(dialect);
  const isNamed = endpoint.session === 'path';
  const place = from && { after: formatCursor(from) };
  const query = { ...(from && { cursor: '1' }), ...(isNamed && place) };
  const client = await RawClient.open(url, { dialect, endpoint, query, ...(isNamed && { session }) });
  if (!isNamed) await client.send({ type: 'attach', session, ...(place && { ...place, wants: WANTS }) });
  return client;
}

/** The socket that one talks on. */
export function socketOf(dialect: Dialect): Endpoint {
  return conversing(dialect).find(({ framing }) => framing === 'ws') as Endpoint;
}
