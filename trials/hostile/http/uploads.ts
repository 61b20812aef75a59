import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
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
      const attempts = [...files(server, id), ...forms(server, id)];
      await passes(tries, attempts, (attempt) => attempt());
      const rows = JSON.parse((await ask(server.url, `/v1/sessions/${id}/uploads`)).body) as { files: unknown[] };
      const kept = await readdir(join(server.data, 'uploads', id));
      expected('files in the folder', kept.length, [rows.files.length]);
      return {
        en: `${attempts.length} forms: refused, or kept under a plain name and never shown as a page`,
        zh: `${attempts.length} 种表单：或被拒绝，或以安全名称保存且不作为网页显示`,
      };
    } finally {
      await server.close();
    }
  },
};

function files({ url }: TestServer, session: string): Attempt[] {
  // With a length, and in chunks that say none.
  return badFiles.flatMap((file) =>
    [false, true].map((isChunked) => async () => {
      const { status, body } = await send(url, `/v1/sessions/${session}/uploads`, formOf(file), isChunked);
      expected(`${file.what}${isChunked ? ' in chunks' : ''}`, status, file.status);
      if (status !== 201) return;
      const [stored] = (JSON.parse(body) as { files: { id: string; name: string }[] }).files;
      if (!stored || !PLAIN_NAME.test(stored.name)) throw new Error(`${file.what} is called ${stored?.name}`);
      const { headers } = await ask(url, `/v1/uploads/${stored.id}`);
      const policy = String(headers['content-security-policy']);
      const disposition = String(headers['content-disposition']);
      const type = String(headers['content-type']);
      const isShown = /^inline/.test(disposition);
      if (isShown && !/^image\/(png|jpeg|gif|webp)$/.test(type)) throw new Error(`${file.what} is shown as ${type}`);
      if (!/default-src 'none'.*sandbox/.test(policy)) throw new Error(`${file.what} comes under ${policy}`);
      expected(`${file.what}: nosniff`, headers['x-content-type-options'], ['nosniff']);
      if (headers['set-cookie'] !== undefined) throw new Error(`${file.what} wrote a header`);
    }),
  );
}

function forms({ url, addresses }: TestServer, session: string): Attempt[] {
  const taking = addresses.filter(({ method, path }) => method === 'POST' && /uploads?$|\/documents$/.test(path));
  return taking.flatMap(({ path }) =>
    badForms.map(({ what, type, body, status }) => async () => {
      const to = path.replace('{session}', session);
      const answer = await ask(url, to, { method: 'POST', headers: { 'content-type': type }, body });
      expected(`${what} at ${path}`, answer.status, status);
      if (/undefined|Cannot read|\bat .+:\d+:\d+/.test(answer.body)) throw new Error(`${what} told ${answer.body}`);
    }),
  );
}

/** No way up, no marks that turn the direction, nothing that begins with a dot. */
const PLAIN_NAME = /^(?![.\s])[^/\\\p{Cc}\p{Cf}<>"|?*:]{1,200}$/u;
