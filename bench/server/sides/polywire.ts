import type { Dialect, RunEvent } from '@polywire/protocol';
import { dialects, ownDialect } from '@polywire/protocol';
import type { Agent } from '@polywire/server';
import { chunkPrefixOf } from '../chunk-prefix.ts';
import type { Dialogue, Received, StartSide } from '../contract.ts';
import { createSession, startProduct, streamOf } from '../product.ts';

/** The product: every event is durable before it is sent. */
export const start: StartSide = async ({ runs, watchers, warmUp }, carry) => {
  const agent: Agent = {
    name: 'bench',
    async run({ emit, newId }) {
      let messageId = newId('m');
      let said = 0;
      const begin = () => emit({ type: 'message.started', messageId, role: 'assistant' });
      const end = () => emit({ type: 'message.completed', messageId });
      begin();
      await carry((delta) => {
        // What is said to warm up is in messages of its own: to end one is compiled by then, too, and what is counted ends as
        // short as it would without.
        if (said > 0 && said < warmUp && said % WARMING_MESSAGE === 0) {
          end();
          messageId = newId('m');
          begin();
        }
        said += 1;
        emit({ type: 'text.delta', messageId, delta });
      });
      end();
      return undefined;
    },
  };
  const product = await startProduct(agent);
  const sessions = await Promise.all(Array.from({ length: runs }, () => createSession(product.url)));
  const readers = sessions.flatMap((session) =>
    Array.from({ length: watchers }, (_, i) => ({ session, dialect: spoken(watchers - 1 - i) })),
  );
  return {
    port: product.port,
    // The last one to come speaks.
    dialogues: readers.map(({ session, dialect }, i) => dialogueOf(session, dialect, (i + 1) % watchers === 0)),
    close: () => product.close(),
    async stored() {
      const events = await product.stored(sessions);
      const known = new Map<string, Received>();
      return readers.map(({ session, dialect }) => {
        const key = `${session} ${dialect.name}`;
        const received = known.get(key) ?? receivedOf(events[sessions.indexOf(session)] ?? [], dialect);
        known.set(key, received);
        return received;
      });
    },
  };
};

/** Those that any number may watch at an address that names the session. */
const watched = dialects.filter(({ endpoints }) =>
  endpoints.some(({ framing, does, session }) => framing === 'ws' && does === 'converse' && session === 'path'),
);

/** The readers of a session speak them in turn. */
function spoken(reader: number): Dialect {
  const others = watched.filter((dialect) => dialect !== ownDialect);
  return [ownDialect, ...others][reader % watched.length] as Dialect;
}

function dialogueOf(session: string, dialect: Dialect, speaks: boolean): Dialogue {
  const template = dialect.endpoints.find(({ framing, does }) => framing === 'ws' && does === 'converse')?.path ?? '';
  const command = { type: 'message.send', text: 'go' } as const;
  const says = dialect.client.encode(command).flatMap((each) => ('data' in each ? [each.data] : []));
  return {
    transport: 'ws',
    path: template.replace('{session}', session),
    chunkPrefix: chunkPrefixOf(dialect),
    ...(speaks && { says }),
  };
}

function receivedOf(events: readonly RunEvent[], dialect: Dialect): Received {
  const encoder = dialect.server.encoder(streamOf(dialect));
  const prefix = chunkPrefixOf(dialect);
  let frames = 0;
  let bytes = 0;
  for (const event of events) {
    for (const { data } of encoder.push(event)) {
      if (!data.startsWith(prefix)) continue;
      frames += 1;
      bytes += Buffer.byteLength(data);
    }
  }
  return { frames, bytes };
}

/** Chunks of a message that is said to warm up. */
const WARMING_MESSAGE = 100;
