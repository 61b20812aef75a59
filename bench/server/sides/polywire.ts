import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Dialect, dialects } from '@polywire/protocol';
import { type Agent, startServer } from '@polywire/server';
import { sqliteLog } from '../../../packages/server/src/log/sqlite/index.ts';
import { openDatabase } from '../../../packages/server/src/store/sqlite/open.ts';
import type { Dialogue, Received, StartSide } from '../contract.ts';

/** Beside the code rather than in a folder for temporary files: those may be in memory. */
const root = fileURLToPath(new URL('../../../node_modules/.cache/polywire-bench', import.meta.url));

export const dialogue: Dialogue = {
  path: (run) => `/v1/sessions/${sessionOf(run)}/events`,
  says: [JSON.stringify({ type: 'message.send', text: 'go' })],
  chunkPrefix: '{"type":"text.delta"',
};

/** The product: every event is durable before it is sent. */
export const start: StartSide = async ({ runs }, carry) => {
  await mkdir(root, { recursive: true });
  const data = await mkdtemp(join(root, 'data-'));
  const agent: Agent = {
    name: 'bench',
    async run({ emit, newId }) {
      const messageId = newId('m');
      emit({ type: 'message.started', messageId, role: 'assistant' });
      await carry((delta) => emit({ type: 'text.delta', messageId, delta }));
      emit({ type: 'message.completed', messageId });
      return undefined;
    },
  };
  const server = await startServer(
    { port: 0, data, wireLimits: { connections: 0, messagesPerMinute: 0 }, ownDocs: false },
    { agents: [agent] },
  );
  return {
    port: Number(new URL(server.url).port),
    close: () => server.close(),
    async stored() {
      const stored = await readStored(data, runs);
      await rm(data, { recursive: true });
      return stored;
    },
  };
};

/** The dialect that says everything as it is. */
const whole = dialects.find(({ traits }) =>
  Object.values(traits.carries).every(({ how }) => how === 'native'),
) as Dialect;

async function readStored(data: string, runs: number): Promise<Map<string, Received>> {
  const database = openDatabase(data);
  const log = sqliteLog(database.db);
  const stored = new Map<string, Received>();
  for (let run = 0; run < runs; run += 1) {
    const stretch = await log.read(sessionOf(run), 0, Number.MAX_SAFE_INTEGER);
    const encoder = whole.server.encoder({
      id: '',
      variant: '',
      utcOffsetMin: 0,
      locale: 'en',
      baseUrl: '',
    });
    const chunks = stretch.events.filter((event) => event.type === 'text.delta');
    const frames = chunks.flatMap((event) => encoder.push(event));
    const bytes = frames.reduce((sum, { data: text }) => sum + Buffer.byteLength(text), 0);
    stored.set(dialogue.path(run), { frames: frames.length, bytes });
  }
  database.close();
  return stored;
}

function sessionOf(run: number): string {
  return `00000000-0000-4000-8000-${String(run).padStart(12, '0')}`;
}
