import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Dialect, type Draft, dialects, type Endpoint } from '@polywire/protocol';
import { clientFrame, rawSocket } from '../../../packages/server/test/support/raw.ts';
import { socketOf, WANTS } from '../../lib/watch.ts';

/** One way to have a session shown and not to look. */
export interface Idle {
  readonly name: string;
  begin(url: string, session: string): Promise<Socket>;
}

const AFTER = '0.0';
const types: Partial<Record<Endpoint['framing'], string>> = {
  sse: 'text/event-stream',
  ndjson: 'application/x-ndjson',
};

/**
 * On a dialect's socket, and on every stream that a plain request opens. A wire that says all of a message or a run once
 * more has that in a frame, and whoever has fallen behind there holds as much: another bound.
 */
const plain = dialects.filter((dialect) => !repeatsItself(dialect));
export const idlers: readonly Idle[] = [...plain.map(onSocket), ...plain.flatMap(onStreams)];

function repeatsItself({ server, traits }: Dialect): boolean {
  if (traits.preview) return true;
  const [variant = ''] = traits.variants;
  const encoder = server.encoder({ id: 's', variant, utcOffsetMin: 0, locale: 'en', baseUrl: '' });
  const words = (messageId: string, delta: string): Draft[] => [
    { type: 'message.started', runId: 'r', messageId, role: 'assistant' },
    { type: 'text.delta', runId: 'r', messageId, delta },
    { type: 'message.completed', runId: 'r', messageId },
  ];
  const run: Draft[] = [
    { type: 'run.started', runId: 'r' },
    ...words('a', 'one text'),
    ...words('b', 'another'),
    { type: 'run.finished', runId: 'r', status: 'complete' },
  ];
  const frames = run.flatMap((draft, i) => encoder.push({ ...draft, seq: i + 1, at: 1 }));
  return frames.some(({ data }) => data.includes('one text') && data.includes('another'));
}

function onSocket(dialect: Dialect): Idle {
  const { path, session: named } = socketOf(dialect);
  const attach = (session: string) =>
    dialect.client
      .encode({ type: 'attach', session, after: AFTER, wants: WANTS })
      .flatMap((each) => ('data' in each ? [clientFrame(1, Buffer.from(each.data))] : []));
  return {
    name: `${dialect.name} ws`,
    async begin(url, session) {
      if (named === 'path') return rawSocket(url, `${path.replace('{session}', session)}?cursor=1&after=${AFTER}`);
      const socket = await rawSocket(url, `${path}?cursor=1`);
      for (const frame of attach(session)) socket.write(frame);
      return socket;
    },
  };
}

function onStreams({ name, endpoints }: Dialect): Idle[] {
  return endpoints
    .filter(({ does, session, path }) => does === 'attach' && session === 'path' && path.includes('{session}'))
    .flatMap(({ path, framing }) => {
      const accept = types[framing];
      if (accept === undefined) return [];
      const target = (session: string) => `${path.replace('{session}', session)}?after=${AFTER}`;
      return [{ name: `${name} ${framing}`, begin: (url, session) => request(url, target(session), accept) }];
    });
}

/** Asks, sees that it is answered, and reads no further. */
async function request(url: string, target: string, accept: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAccept: ${accept}\r\n\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  if (!head.toString().startsWith('HTTP/1.1 200')) throw new Error(`${target} was answered ${head}`);
  return socket;
}
