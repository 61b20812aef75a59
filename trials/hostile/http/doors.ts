import { dialects } from '@polywire/protocol';
import { type Intruder, intruders } from '../../../packages/server/test/support/intruders.ts';
import { ask, closeCode, knockAt } from '../../../packages/server/test/support/raw.ts';
import { type TestServer, testServer } from '../../../packages/server/test/support/server.ts';
import type { Trial } from '../../contract.ts';
import { passes } from '../../lib/passes.ts';
import { concrete } from './concrete.ts';
import { expected } from './expected.ts';

type Address = TestServer['addresses'][number];

const TOKEN = 'ann-has-this-token';
/** The one address that tells strangers something: that it is there. */
const OPEN = '/healthz';

/** Nobody is let in who does not bring the token, from a page that may, under a name that is known. */
export const doors: Trial = {
  name: 'doors',
  about: {
    en: 'Every route and upgrade without a token, with a wrong one, from a foreign page, under a foreign name',
    zh: '逐一访问所有路由与升级：无令牌、错误令牌、外来网页、外来主机名',
  },
  tries: { long: 20_000, short: 1_000 },
  async run(tries) {
    const server = await testServer({ tokens: { ann: TOKEN }, wireLimits: { firstMessageMs: 20_000 } });
    try {
      const cases = server.addresses.flatMap((address) =>
        intruders(TOKEN).map((intruder) => ({ address, intruder, path: concrete(address.path) })),
      );
      await passes(tries, cases, ({ address, intruder, path }) =>
        address.isSocket ? upgrade(server.url, address, path, intruder) : request(server.url, address, path, intruder),
      );
      const ways = intruders(TOKEN).length;
      const { length } = server.addresses;
      return {
        en: `${length} addresses × ${ways} ways: refused at the gate, each of them`,
        zh: `${length} 个地址 × ${ways} 种方式：全部在入口被拒`,
      };
    } finally {
      await server.close();
    }
  },
};

async function request(url: string, { method }: Address, path: string, { what, headers, status }: Intruder) {
  const answer = await ask(url, path, { method, headers });
  const isOpen = path === OPEN && status.includes(401);
  expected(
    `${method} ${path} with ${what}`,
    answer.status,
    isOpen ? [200] : path.startsWith('/enter/') ? LINKS : status,
  );
}

/** A link needs no token, but it must be one that was given out. */
const LINKS = [401, 403, 421, 429];

async function upgrade(url: string, { path: template }: Address, path: string, { what, headers, status }: Intruder) {
  const answer = await knockAt(url, path, { headers });
  if (!('ws' in answer)) return expected(`upgrade of ${path} with ${what}`, answer.status, status);
  expected(`upgrade of ${path} with ${what}, taken`, takesTokenInMessage(template) ? 401 : 101, status);
  const closed = closeCode(answer.ws);
  answer.ws.send('{"type":"ping"}');
  expected(`first message on ${path} without a token`, await closed, [1008]);
}

function takesTokenInMessage(path: string): boolean {
  return dialects.some(({ endpoints }) =>
    endpoints.some((endpoint) => endpoint.path === path && endpoint.token === 'first-message'),
  );
}
