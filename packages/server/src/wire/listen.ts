import type { Server } from 'node:http';
import { ConfigError } from '../config.ts';

/** Resolves when the server listens. Whoever started it is told in a sentence why it cannot. */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const say = reasons[error.code ?? ''] ?? cannotListen;
      reject(new ConfigError(say(host, port, error.code), { cause: error }));
    });
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

/**
 * Who may wait to be let in: after a restart all clients come back at once, and whoever finds no room tries again only
 * seconds later, or is sent away. A system may allow fewer.
 */
const BACKLOG = 4_096;

const noSuchHost = (host: string): string =>
  `${host} is no address of this machine: choose another with --host or --listen. / ${host} 不是本机地址：请用 --host 或 --listen 另选。`;

type Say = (host: string, port: number, code?: string) => string;

const cannotListen: Say = (host, port, code = '') =>
  `Cannot listen on ${host}, port ${port} (${code}): choose another address with --host or --listen. / 无法监听 ${host} 的端口 ${port}（${code}）：请用 --host 或 --listen 另选地址。`;

const reasons: Readonly<Record<string, Say>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is in use: stop what uses it, or choose another with --port or --listen. / 端口 ${port} 已被占用：请停止占用它的程序，或用 --port 或 --listen 另选。`,
  EACCES: (host, port) =>
    `Port ${port} on ${host} may not be used by this user: choose one above 1023. / 当前用户无权使用端口 ${port}：请选择大于 1023 的端口。`,
  EADDRNOTAVAIL: noSuchHost,
  ENOTFOUND: noSuchHost,
  EAI_AGAIN: noSuchHost,
};
