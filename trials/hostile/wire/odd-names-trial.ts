import { dialects } from '@polywire/protocol';
import { ask, knockAt } from '../../../packages/server/test/support/raw.ts';
import { words } from './tell.ts';
import { wireTrial } from './wire-trial.ts';

/** In the place of a name in an address, and whether it may be one. */
const NAMES: readonly { readonly name: string; readonly may: boolean }[] = [
  { name: 'a%00b', may: false },
  { name: '%ff%fe', may: false },
  { name: '%', may: false },
  { name: '%ed%a0%80', may: false },
  { name: 'x'.repeat(2_000), may: true },
  { name: '__proto__', may: true },
  { name: 'constructor', may: true },
  { name: '%27%20OR%201%3D1', may: true },
];
const QUERIES = ['?lang=zh&lang=en&after=1&after=2&page=1&page=2&limit=1&limit=x', `?q=${'y'.repeat(4_000)}`];

const named = dialects.flatMap(({ endpoints }) =>
  endpoints.filter(({ path, does }) => path.includes('{') && does !== 'attach'),
);

export const oddNamesTrial = wireTrial({
  name: 'odd-names',
  about: {
    en: 'Names in addresses with NUL, half characters, 2,000 characters, inherited names; parameters twice',
    zh: '地址中的名称含 NUL、半个字符、2,000 个字符或继承属性名；参数重复',
  },
  cases: named.flatMap((endpoint) => [
    ...NAMES.map((each) => ({ endpoint, query: '', ...each })),
    ...QUERIES.map((query) => ({ endpoint, query, name: '1', may: true })),
  ]),
  rounds: 2,
  stores: true,
  async attempt(stage, { endpoint, name, may, query }) {
    const target = `${endpoint.path.replaceAll(/\{\w+\}/g, name)}${query}`;
    const answer =
      endpoint.framing === 'ws'
        ? await knockAt(stage.url, target, { headers: stage.headers })
        : await ask(stage.url, target, { method: endpoint.method, headers: stage.headers });
    const status = 'ws' in answer ? 101 : answer.status;
    if ('ws' in answer) answer.ws.terminate();
    if (status >= 500 || (!may && status < 400)) throw new Error(`${endpoint.method} ${target}: ${status}`);
    return status < 400 ? words.answered : '4xx';
  },
});
