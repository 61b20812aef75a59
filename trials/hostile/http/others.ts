import { type Dialect, dialects } from '@polywire/protocol';
import { bearer } from '../../../packages/server/test/support/intruders.ts';
import {
  bodyWith,
  type Ids,
  masked,
  nobodys,
  ownEverything,
  pathWith,
} from '../../../packages/server/test/support/owned.ts';
import { type Asked, ask } from '../../../packages/server/test/support/raw.ts';
import { type TestServer, testServer } from '../../../packages/server/test/support/server.ts';
import { toldStranger } from '../../../packages/server/test/support/stranger.ts';
import type { Trial } from '../../contract.ts';
import { passes } from '../../lib/passes.ts';
import { expected } from './expected.ts';

type Attempt = () => Promise<void>;

const SECRET = 'known-to-ann-alone';
const tokens = { ann: 'ann-has-this-token', bob: 'bob-has-another-one' };
const bob = bearer(tokens.bob);
const FORM = '--e\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nx\r\n--e--\r\n';
type Form = (ids: Ids) => Pick<Asked, 'headers' | 'body'>;
const asking: readonly Form[] = ['*/*', 'text/event-stream', 'application/x-ndjson'].map((accept) => () => ({
  headers: { accept },
}));
const telling: readonly Form[] = [
  (ids) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(bodyWith(ids)) }),
  () => ({ headers: { 'content-type': 'multipart/form-data; boundary=e' }, body: FORM }),
];

/** An owner with a token of their own asks for what is another's: they learn what they would of ids of nothing. */
export const others: Trial = {
  name: 'others',
  about: {
    en: "Another owner's session, run, stream, upload, document, plan, chart and approval, at every address",
    zh: '在每个地址上访问他人的会话、运行、事件流、文件、文档、计划、图表与审批',
  },
  tries: { long: 3_000, short: 300 },
  async run(tries) {
    const server = await testServer({ tokens, wireLimits: { messagesPerMinute: 0, connections: 0 } });
    try {
      const anns = await ownEverything(server, bearer(tokens.ann), SECRET);
      const before = await hers(server, anns);
      const attempts = [...requests(server, anns), ...sockets(server, anns)];
      await passes(tries, attempts, (attempt) => attempt());
      expected('what is hers, afterwards', await hers(server, anns), [before]);
      return {
        en: `${attempts.length} ways: the answer that nothing gets; all of hers is as it was`,
        zh: `${attempts.length} 种方式：与“不存在”的应答相同；他人的数据毫无变化`,
      };
    } finally {
      await server.close();
    }
  },
};

function requests({ url, addresses }: TestServer, anns: Ids): Attempt[] {
  const named = addresses.filter(
    ({ isSocket, path }) => !isSocket && !path.includes('*') && !path.startsWith('/enter'),
  );
  return named.flatMap(({ method, path }) =>
    [false, true].flatMap((isNumbered) =>
      (method === 'GET' ? asking : telling).map((form) => async () => {
        const answer = async (ids: Ids) => {
          const target = `${pathWith(path, ids, isNumbered)}?q=${SECRET}&dialect=native`;
          const { headers, ...rest } = form(ids);
          const { status, body } = await ask(url, target, { method, headers: { ...bob, ...headers }, ...rest });
          if (body.includes(SECRET)) throw new Error(`${method} ${target} told ${body}`);
          return `${status} ${plain(masked(masked(body, anns), nobodys))}`;
        };
        const told = await answer(anns);
        const isAboutOne = /\{(?!user)/.test(path);
        // Lists are of one's own, and grow meanwhile.
        if (isAboutOne || method !== 'GET') expected(`${method} ${path} with her ids`, told, [await answer(nobodys)]);
        if (isAboutOne && told < '4') throw new Error(`${method} ${path} with her ids: ${told}`);
      }),
    ),
  );
}

function sockets({ url }: TestServer, anns: Ids): Attempt[] {
  const all = dialects.flatMap((dialect: Dialect) =>
    dialect.endpoints.filter(({ framing }) => framing === 'ws').map((endpoint) => ({ dialect, endpoint })),
  );
  return all.map((at) => async () => {
    const told = (await toldStranger(url, at, bob, anns)).join('\n');
    if (told.includes(SECRET)) throw new Error(`${at.endpoint.path} told ${told}`);
    expected(`${at.endpoint.path} with her ids`, told, [(await toldStranger(url, at, bob, nobodys)).join('\n')]);
  });
}

/** All that she sees of it herself. */
async function hers({ url }: TestServer, ids: Ids): Promise<string> {
  const paths = [
    ...[`/v1/sessions/${ids.session}`, `/v1/sessions/${ids.session}/messages`, `/v1/runs/${ids.run}`],
    ...[`/v1/uploads/${ids.upload}`, `/v1/documents/${ids.document}`, '/api/plans/', `/v1/analyses/${ids.analysis}`],
    ...[`/v1/sessions/${ids.session}/uploads`, '/v1/settings', '/v1/sessions'],
  ];
  const answers = await Promise.all(paths.map((path) => ask(url, path, { headers: bearer(tokens.ann) })));
  return answers.map(({ status, body }) => `${status} ${body}`).join('\n');
}

/** Ids that are made for an answer, moments and sizes differ from one to the next. */
function plain(text: string): string {
  return text.replaceAll(/<id>|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}|\d+/g, '#');
}
