import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { dialects } from '@polywire/protocol';
import { fastify } from 'fastify';
import { echo } from './agents/echo.ts';
import { memoryLog } from './log/memory.ts';
import { Session } from './sessions/session.ts';
import { socketServer } from './wire/sockets.ts';

export interface Running {
  readonly url: string;
  close(): Promise<void>;
}

export async function startServer(options: { host: string; port: number }): Promise<Running> {
  const log = memoryLog();
  const sessions = new Map<string, Session>();
  const http = fastify();
  const page = fileURLToPath(new URL('../../web/dist/', import.meta.url));

  http.get('/', async (_, reply) => reply.type('text/html').send(await readFile(`${page}index.html`)));
  http.get<{ Params: { file: string } }>('/assets/:file', async ({ params }, reply) => {
    if (!/^[\w.-]+\.js$/.test(params.file)) return reply.code(404).send();
    return reply.type('text/javascript').send(await readFile(`${page}assets/${params.file}`));
  });

  const sockets = socketServer(
    dialects,
    (id) => {
      const session = sessions.get(id) ?? new Session(id, log, echo);
      sessions.set(id, session);
      return session;
    },
    log,
  );
  http.server.on('upgrade', sockets.upgrade);
  const url = await http.listen(options);
  return {
    url,
    async close() {
      sockets.close();
      await http.close();
      await log.close();
    },
  };
}
