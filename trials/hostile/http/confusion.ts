import { ask, knockAt } from '../../../packages/server/test/support/raw.ts';
import { type TestServer, testServer } from '../../../packages/server/test/support/server.ts';
import type { Trial } from '../../contract.ts';
import { passes } from '../../lib/passes.ts';
import { concrete } from './concrete.ts';
import { exchange } from './exchange.ts';
import { expected } from './expected.ts';
import { rawRequests } from './raw-requests.ts';

type Attempt = () => Promise<void>;

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'MKCOL', 'LOCK', 'SEARCH'];
/** What a form of any page can send without being asked whether it may. */
const SIMPLE_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'text/x+json', ''];

/** At a server without a token, as most people run it: there a page of somebody else could do the most harm. */
export const confusion: Trial = {
  name: 'confusion',
  about: {
    en: 'Host, origin, method, content type and framing that two readers may understand in two ways; forms of foreign pages',
    zh: '易被不同程序作不同理解的主机名、来源、方法、内容类型与分帧；外来网页的表单',
  },
  tries: { long: 20_000, short: 500 },
  async run(tries) {
    const server = await testServer({ wireLimits: { messagesPerMinute: 0 } });
    try {
      const attempts = [...raw(server), ...methods(server), ...types(server), ...foreign(server)];
      await passes(tries, attempts, (attempt) => attempt());
      const { body } = await ask(server.url, '/v1/sessions');
      expected('sessions afterwards', body, ['{"sessions":[]}']);
      return {
        en: `${attempts.length} requests: one answer each, as the gate or the reader must; nothing was made`,
        zh: `${attempts.length} 种请求：均按入口或解析规则应答一次，未产生任何数据`,
      };
    } finally {
      await server.close();
    }
  },
};

function raw({ url }: TestServer): Attempt[] {
  return rawRequests(new URL(url).host).map(({ what, text, answers }) => async () => {
    const seen = await exchange(url, text);
    // Those that are answered twice are told so, in order.
    if (seen.length > 1) return expected(what, seen.join(), [answers.join()]);
    // Who is cut off in the middle of sending may not hear why.
    const isCut = seen[0] === 0 && answers.every((status) => status >= 400);
    if (!isCut) expected(what, seen[0], answers);
  });
}

function methods({ url, addresses }: TestServer): Attempt[] {
  const known = new Set(addresses.filter(({ isSocket }) => !isSocket).map(({ method, path }) => `${method} ${path}`));
  const paths = new Set(addresses.map(({ path }) => path));
  return [...paths].flatMap((path) =>
    METHODS.filter((method) => !known.has(`${method} ${path}`)).map((method) => async () => {
      const { status } = await ask(url, concrete(path), { method });
      if (status < 400) throw new Error(`${method} ${path}: ${status}`);
    }),
  );
}

function types({ url, addresses }: TestServer): Attempt[] {
  return writing(addresses).flatMap(({ method, path }) =>
    SIMPLE_TYPES.map((type) => async () => {
      const headers = type === '' ? {} : { 'content-type': type };
      const { status } = await ask(url, concrete(path), { method, headers, body: '{"title":"x","user_input":"x"}' });
      expected(`${method} ${path} as ${type || 'nothing'}`, status, path === '/enter' ? [404, 415] : [415]);
    }),
  );
}

function foreign({ url, addresses }: TestServer): Attempt[] {
  const headers = { origin: 'https://evil.example', 'content-type': 'text/plain' };
  return addresses.map(({ method, path, isSocket }) => async () => {
    const to = concrete(path);
    const { status } = isSocket ? await refused(url, to, headers) : await ask(url, to, { method, headers });
    expected(`${isSocket ? 'upgrade of' : method} ${path} for a foreign page`, status, [403]);
  });
}

async function refused(url: string, path: string, headers: Record<string, string>): Promise<{ status: number }> {
  const answer = await knockAt(url, path, { headers });
  if (!('ws' in answer)) return answer;
  answer.ws.terminate();
  return { status: 101 };
}

function writing(addresses: TestServer['addresses']): TestServer['addresses'] {
  return addresses.filter(({ isSocket, method }) => !isSocket && !['GET', 'HEAD', 'DELETE'].includes(method));
}
