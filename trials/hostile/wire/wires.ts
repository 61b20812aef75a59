import { type Command, type Dialect, dialects, type Endpoint } from '@polywire/protocol';

/** One address of one dialect. */
export interface Place {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
}

const places: readonly Place[] = dialects.flatMap((dialect) =>
  dialect.endpoints.map((endpoint) => ({ dialect, endpoint })),
);

export const sockets = places.filter(({ endpoint }) => endpoint.framing === 'ws');
/** Streams and answers alike: whatever takes a body. */
export const bodies = places.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.framing !== 'multipart');
export const conversing = places.filter(({ endpoint }) => endpoint.does === 'converse');
/** Streams that are answers to a request. */
export const streams = places.filter(
  ({ endpoint }) => (endpoint.framing === 'sse' || endpoint.framing === 'ndjson') && endpoint.does !== 'call',
);

export const nameOf = ({ dialect, endpoint }: Place) =>
  `${dialect.name} ${endpoint.framing === 'ws' ? 'WS' : endpoint.method} ${endpoint.path}`;

/** A message as this wire's own clients send it; an object without meaning where it takes none. */
export function messageOf({ dialect, endpoint }: Place, text: string): string {
  const command: Command = { type: 'message.send', text };
  const said = dialect.client.encode(command).flatMap((each) => ('data' in each ? [each.data] : []));
  const takesIt = endpoint.framing === 'ws' || endpoint.does === 'converse';
  return (takesIt ? said[0] : undefined) ?? '{"a":1}';
}
