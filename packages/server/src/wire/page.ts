import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Serves the files of a front end at `/`: ours, or another one's. */
export function servePage(app: FastifyInstance, directory: string): void {
  app.get('/*', async (request, reply) => {
    const file = fileOf(directory, (request.params as { '*': string })['*']);
    const found = file && (await readable(file));
    const body = found ? await readFile(found) : undefined;
    if (!found || !body) return reply.code(404).send({ detail: 'not found' });
    return reply.type(types[extname(found)] ?? 'application/octet-stream').send(body);
  });
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** A path that leads out of the folder leads nowhere. */
function fileOf(directory: string, path: string): string | undefined {
  if (path.includes('\0')) return undefined;
  const file = normalize(join(directory, path === '' ? 'index.html' : path));
  return file.startsWith(normalize(directory + sep)) ? file : undefined;
}

async function readable(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? file : undefined;
}
