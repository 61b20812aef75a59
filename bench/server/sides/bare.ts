import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { WebSocketServer } from 'ws';
import { wsTextFrames } from '../../../packages/server/src/wire/ws-frame.ts';
import type { StartSide } from '../contract.ts';
import { forReaders, gather } from '../gather.ts';
import { dataRoot } from '../product.ts';

interface Chunk {
  readonly reader: Socket;
  readonly text: string;
}

/**
 * The least that it takes to store each chunk before it is sent: what has come within a few milliseconds is one row, one
 * sync, and then one write for each reader. Nothing can be found again in it, resumed, or shown in another way.
 */
export const start: StartSide = async (workload, carry) => {
  const data = await mkdtemp(join(await dataRoot(), 'bare-'));
  const db = new Sqlite(join(data, 'log.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE log (id INTEGER PRIMARY KEY, body TEXT)');
  const insert = db.prepare('INSERT INTO log (body) VALUES (?)');
  let waiting: Chunk[] = [];
  const commit = (): void => {
    const chunks = waiting;
    waiting = [];
    insert.run(chunks.map(({ text }) => text).join('\n'));
    for (const { reader, text } of chunks) {
      reader.write(wsTextFrames([{ data: JSON.stringify({ type: 'chunk', text, padding: PADDING }) }]));
    }
  };
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  const gatherReader = gather<Socket>(workload, (readers) => {
    void carry((text) => {
      if (waiting.length === 0) setTimeout(commit, WINDOW_MS);
      for (const reader of readers) waiting.push({ reader, text });
    });
  });
  server.on('connection', (ws, request) =>
    ws.on('message', () => gatherReader(Number(request.url?.slice(1)), request.socket as Socket)),
  );
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    dialogues: forReaders(workload, (run) => ({
      transport: 'ws',
      path: `/${run}`,
      says: ['go'],
      chunkPrefix: '{"type":"chunk"',
    })),
    async close() {
      for (const client of server.clients) client.terminate();
      server.close();
      db.close();
      await rm(data, { recursive: true });
    },
  };
};

const WINDOW_MS = 4;
/** As long as what our own frames say besides. */
const PADDING = 'x'.repeat(125);
