import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { wsTextFrames } from '../../../packages/server/src/wire/ws-frame.ts';
import type { StartSide } from '../contract.ts';
import { dataRoot } from '../product.ts';
import { wsSide } from '../ws-side.ts';

/**
 * The least that it takes to store each chunk before it is sent: what has come within a few milliseconds is one row, one
 * sync, and then one write for each chunk. Nothing can be found again in it, resumed, or shown in another way.
 */
export const start: StartSide = async (workload, carry) => {
  const data = await mkdtemp(join(await dataRoot(), 'bare-'));
  const db = new Sqlite(join(data, 'log.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE log (id INTEGER PRIMARY KEY, body TEXT)');
  const insert = db.prepare('INSERT INTO log (body) VALUES (?)');
  let waiting: { readonly socket: Socket; readonly text: string }[] = [];
  const commit = (): void => {
    const chunks = waiting;
    waiting = [];
    insert.run(chunks.map(({ text }) => text).join('\n'));
    for (const { socket, text } of chunks) {
      socket.write(wsTextFrames([{ data: JSON.stringify({ type: 'chunk', text, padding: PADDING }) }]));
    }
  };
  const side = await wsSide(workload, (readers) => {
    void carry((text) => {
      if (waiting.length === 0) setTimeout(commit, WINDOW_MS);
      for (const { socket } of readers) waiting.push({ socket, text });
    });
  });
  return {
    ...side,
    async close() {
      await side.close();
      db.close();
      await rm(data, { recursive: true });
    },
  };
};

const WINDOW_MS = 4;
/** As long as what our own frames say besides. */
const PADDING = 'x'.repeat(125);
