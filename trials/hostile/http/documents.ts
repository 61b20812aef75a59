import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../../../packages/server/test/support/raw.ts';
import { testServer } from '../../../packages/server/test/support/server.ts';
import type { Trial } from '../../contract.ts';
import { passes } from '../../lib/passes.ts';
import { badDocuments } from './bad-files.ts';
import { expected } from './expected.ts';
import { formOf, send } from './send-form.ts';

/** They are read by a process that may be ended: what counts is that it is, and that the server answers meanwhile. */
export const documents: Trial = {
  name: 'documents',
  about: {
    en: 'Documents for the knowledge base that unpack to a gigabyte, nest without end, never close a tag',
    zh: '知识库文档：解压后达 1 GB、无限嵌套、永不闭合的标签',
  },
  tries: { long: badDocuments().length, short: 0 },
  async run(tries) {
    const server = await testServer();
    let longest = 0;
    try {
      await passes(tries, badDocuments(), async (document) => {
        const { status, body } = await send(server.url, '/v1/documents', formOf(document), false);
        expected(document.what, status, [202]);
        const [{ id } = { id: '' }] = (JSON.parse(body) as { documents: { id: string }[] }).documents;
        let state = 'reading';
        while (state === 'reading') {
          const began = performance.now();
          ({ status: state } = JSON.parse((await ask(server.url, `/v1/documents/${id}`)).body) as { status: string });
          longest = Math.max(longest, performance.now() - began);
          await pause(50);
        }
        expected(document.what, state, ['ready', 'failed']);
      });
      const waited = Math.round(longest);
      return {
        en: `read or ended alone; the longest wait for another answer ${waited} ms`,
        zh: `读完或被单独终止；其他请求最长等待 ${waited} 毫秒`,
      };
    } finally {
      await server.close();
    }
  },
};
