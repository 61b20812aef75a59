import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Dialect, RunEvent, StreamInfo } from '@polywire/protocol';
import { type Agent, startServer } from '@polywire/server';
import { sqliteLog } from '../../packages/server/src/log/sqlite/index.ts';
import { openDatabase } from '../../packages/server/src/store/sqlite/open.ts';

/** Beside the code rather than in a folder for temporary files: those may be in memory. */
const root = fileURLToPath(new URL('../../node_modules/.cache/polywire-bench', import.meta.url));

/** The product with one agent and nothing that would limit a benchmark. */
export interface Product {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
  /** The events of a session as the disk has them, and then nothing is left of it. After `close`. */
  stored(sessions: readonly string[]): Promise<readonly (readonly RunEvent[])[]>;
}

export async function dataRoot(): Promise<string> {
  await mkdir(root, { recursive: true });
  return root;
}

export async function startProduct(agent: Agent): Promise<Product> {
  const data = await mkdtemp(join(await dataRoot(), 'data-'));
  const server = await startServer(
    { port: 0, data, wireLimits: { connections: 0, messagesPerMinute: 0 }, ownDocs: false },
    { agents: [agent] },
  );
  return {
    url: server.url,
    port: Number(new URL(server.url).port),
    close: () => server.close(),
    async stored(sessions) {
      const database = openDatabase(data);
      const log = sqliteLog(database.db);
      const stretches = await Promise.all(sessions.map((each) => log.read(each, 0, Number.MAX_SAFE_INTEGER)));
      database.close();
      await rm(data, { recursive: true });
      return stretches.map(({ events }) => events);
    },
  };
}

export function streamOf(dialect: Dialect): StreamInfo {
  return { id: '', variant: dialect.traits.variants[0] as string, utcOffsetMin: 0, locale: 'en', baseUrl: '' };
}

export async function createSession(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/sessions`, { method: 'POST', headers, body: '{}' });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { id: string }).id;
}
