import type { Dialect } from '@polywire/protocol';
import type { FastifyInstance } from 'fastify';
import { LOGIN_PATH } from './login.ts';

/** One address that is answered; `{name}` stands for anything, `*` for any rest. */
export interface Address {
  readonly method: string;
  readonly path: string;
  readonly isSocket: boolean;
}

/** Tells of each route that is added from now on. */
export function tellAddresses(app: FastifyInstance, tell: (address: Address) => void): void {
  app.addHook('onRoute', ({ method, url }) => {
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    for (const each of [method].flat()) tell({ method: each, path, isSocket: false });
  });
}

/** What is answered beside the routes: sockets, and the links that open the page. */
export function otherAddresses(dialects: readonly Dialect[]): Address[] {
  const sockets = dialects.flatMap(({ endpoints }) => endpoints.filter(({ framing }) => framing === 'ws'));
  return [
    ...sockets.map(({ method, path }) => ({ method, path, isSocket: true })),
    { method: 'GET', path: `${LOGIN_PATH}{code}`, isSocket: false },
    { method: 'POST', path: LOGIN_PATH.slice(0, -1), isSocket: false },
  ];
}
