import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isInBase64 } from '@polywire/protocol';
import { ask, askJson } from '../../../packages/server/test/support/raw.ts';
import { type TestServer, testServer } from '../../../packages/server/test/support/server.ts';
import type { Trial } from '../../contract.ts';
import { passes } from '../../lib/passes.ts';
import { badFiles, badForms } from './bad-files.ts';
import { expected } from './expected.ts';
import { formOf, send } from './send-form.ts';

type Attempt = () => Promise<void>;

const LIMIT = 1024 * 1024;

/** What is kept is what it was taken for; it is never run, and what is refused leaves nothing behind. */
export const uploads: Trial = {
  name: 'uploads',
  about: {
    en: 'Uploads: bombs, wrong types, files of two kinds, names, over the limit, without a length',
    zh: '上传：压缩炸弹、类型不符、多重身份文件、恶意文件名、超限、无长度',
  },
  tries: { long: 2_000, short: 80 },
  async run(tries) {
    const server = await testServer({ wireLimits: { uploadBytes: LIMIT, messagesPerMinute: 0 } });
    try {
      const { id } = JSON.parse((await askJson(server.url, '/v1/sessions', {})).body) as { id: string };
      const known = new Set<string>();
      const attempts = [...files(server, id, known), ...forms(server, id), ...messages(server, id, known)];
      await passes(tries, attempts, (attempt) => attempt());
      const rows = await uploadsOf(server.url, id);
      const kept = await readdir(join(server.data, 'uploads', id));
      expected('files in the folder', kept.length, [rows.length]);
      return {
        en: `${attempts.length} forms: refused, or kept under a plain name and never shown as a page`,
        zh: `${attempts.length} 种表单：或被拒绝，或以安全名称保存且不作为网页显示`,
      };
    } finally {
      await server.close();
    }
  },
};

/** The addresses that take forms with files, as the server itself names them. */
function taking({ addresses }: TestServer, session: string): string[] {
  return addresses
    .filter(({ method, path }) => method === 'POST' && /uploads?$|\/documents$/.test(path))
    .map(({ path }) => path.replace('{session}', session));
}

function files(server: TestServer, session: string, known: Set<string>): Attempt[] {
  const { url } = server;
  return taking(server, session).flatMap((path) =>
    // With a length, and in chunks that say none.
    badFiles.flatMap((file) =>
      [false, true].map((isChunked) => async () => {
        const what = `${file.what}${isChunked ? ' in chunks' : ''} at ${path}`;
        const { status, body } = await send(url, path, formOf(file), isChunked);
        const right = (path.endsWith('/documents') && file.asDocument) || file.status;
        expected(what, TAKEN.has(status) ? 201 : status, right);
        for (const name of namesIn(body)) if (!PLAIN_NAME.test(name)) throw new Error(`${what} is called ${name}`);
        await judgeKept(what, url, session, known);
      }),
    ),
  );
}

/** `known`: those that were looked at before. All addresses keep them in one place. */
async function judgeKept(what: string, url: string, session: string, known: Set<string>): Promise<void> {
  for (const { id, name } of await uploadsOf(url, session)) {
    if (known.has(id)) continue;
    known.add(id);
    if (!PLAIN_NAME.test(name)) throw new Error(`${what} is kept as ${name}`);
    const { headers } = await ask(url, `/v1/uploads/${id}`);
    const policy = String(headers['content-security-policy']);
    const type = String(headers['content-type']);
    const isShown = /^inline/.test(String(headers['content-disposition']));
    if (isShown && !/^image\/(png|jpeg|gif|webp)$/.test(type)) throw new Error(`${what} is shown as ${type}`);
    if (!/default-src 'none'.*sandbox/.test(policy)) throw new Error(`${what} comes under ${policy}`);
    expected(`${what}: nosniff`, headers['x-content-type-options'], ['nosniff']);
    if (headers['set-cookie'] !== undefined) throw new Error(`${what} wrote a header`);
  }
}

async function uploadsOf(url: string, session: string): Promise<readonly { id: string; name: string }[]> {
  const { body } = await ask(url, `/v1/sessions/${session}/uploads`);
  return (JSON.parse(body) as { files: { id: string; name: string }[] }).files;
}

/** What an answer calls a file, in any of the words for it. */
function namesIn(body: string): string[] {
  const named = body.matchAll(/"(?:name|title|source|filename)":("(?:[^"\\]|\\.)*")/g);
  return [...named].map(([, name]) => JSON.parse(name as string) as string);
}

/** Also inside a message: the same files, as clients write them. */
function messages({ url }: TestServer, session: string, known: Set<string>): Attempt[] {
  return badFiles.map((file) => async () => {
    const { name, type: mediaType } = file;
    const bytes = Buffer.from(file.content);
    const content = isInBase64({ name, mediaType }) ? bytes.toString('base64') : bytes.toString();
    const message = { input: 'done', attachments: [{ name, mediaType, content }] };
    const { status, body } = await askJson(url, `/v1/sessions/${session}/runs`, message);
    const came = TAKEN.has(status) ? 'taken' : status < 500 ? 'refused' : String(status);
    const mayBe = file.status.map((each) => (TAKEN.has(each) ? 'taken' : 'refused'));
    expected(`${file.what} in a message: ${body}`, came, mayBe);
    await judgeKept(`${file.what} in a message`, url, session, known);
  });
}

function forms(server: TestServer, session: string): Attempt[] {
  return taking(server, session).flatMap((path) =>
    badForms.map(({ what, type, body, status }) => async () => {
      const answer = await ask(server.url, path, { method: 'POST', headers: { 'content-type': type }, body });
      expected(`${what} at ${path}`, answer.status, status);
      if (/undefined|Cannot read|\bat .+:\d+:\d+/.test(answer.body)) throw new Error(`${what} told ${answer.body}`);
    }),
  );
}

/** Whatever word an address has for it. */
const TAKEN: ReadonlySet<number> = new Set([200, 201, 202]);
/** No way up, no marks that turn the direction, nothing that begins with a dot. */
const PLAIN_NAME = /^(?![.\s])[^/\\\p{Cc}\p{Cf}<>"|?*:]{1,200}$/u;
