import { createHash } from 'node:crypto';
import { open, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pagePolicy } from './headers.ts';
import { isLoopback } from './loopback.ts';

export interface PageOptions {
  readonly directory: string;
  /** Somebody else's front end: it may bring styles in its own way, and looks for its server where it always does. */
  readonly isForeign: boolean;
  /** All that this server listens on. */
  ports(): readonly string[];
}

/** Serves the files of a front end at `/`: ours, or another one's. */
export function servePage(app: FastifyInstance, { directory, isForeign, ports }: PageOptions): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const path = await fileAt(directory, (request.params as { '*': string })['*']);
      if (path === undefined) return reply.code(404).send({ detail: 'There is nothing here. / 此处没有内容。' });
      const body = await contentOf(path);
      const type = types[extname(path).toLowerCase()] ?? 'application/octet-stream';
      if (type === HTML) {
        const { host = '' } = request.headers;
        const foreign = isForeign ? { styles: ["'unsafe-inline'"], places: placesOf(host, ports()) } : {};
        const policy = pagePolicy(host, { scripts: inlineScripts(body), ...foreign });
        reply.header('content-security-policy', policy);
      }
      return reply.type(type).header('cache-control', 'no-cache').send(body);
    },
  });
}

const HTML = 'text/html; charset=utf-8';
const types: Readonly<Record<string, string>> = {
  '.html': HTML,
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Where a page that was made for another server may find this one: by the name it came by, or as this machine. */
function placesOf(host: string, ports: readonly string[]): string[] {
  const own = host.replace(/:\d+$/, '').toLowerCase();
  const names = new Set([own, ...(isLoopback(own) ? ['localhost', '127.0.0.1'] : [])]);
  return [...names].flatMap((name) => ports.flatMap((port) => [`http://${name}:${port}`, `ws://${name}:${port}`]));
}

/** The file that a path names. One that leads out of the folder, by its words or by a link, leads nowhere. */
async function fileAt(directory: string, path: string): Promise<string | undefined> {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.some((part) => part.startsWith('.') || /[\\:\0]/.test(part))) return undefined;
  try {
    const root = await realpath(directory);
    const named = await realpath(join(root, ...parts));
    const file = (await stat(named)).isDirectory() ? await realpath(join(named, 'index.html')) : named;
    const isInside = file.startsWith(root + sep) && !file.slice(root.length).includes(`${sep}.`);
    return isInside && (await stat(file)).isFile() ? file : undefined;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function isAbsence(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return ['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG'].includes(String(code));
}

async function contentOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Scripts that the operator's own file has inside it may run; any that gets in later may not. */
function inlineScripts(html: Buffer): string[] {
  const scripts = html.toString().matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gis);
  return [...scripts].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
}
