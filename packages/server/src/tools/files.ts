import { z } from 'zod';
import type { Store } from '../store/contract.ts';
import type { Tool } from './contract.ts';
import { defineTool } from './define-tool.ts';
import { Workspace } from './workspace.ts';

const path = z.string().min(1).max(300).describe('A name, in folders where you like: notes/plan.md / 文件名，可含目录');

/** The session's own files: what the user uploaded and what was written here. */
export function fileTools({ store }: { readonly store: Store }): readonly Tool[] {
  return [
    defineTool({
      name: 'list_files',
      description: {
        en: 'Lists the files of this session: uploads of the user and files that were written.',
        zh: '列出本会话的文件：用户上传的和已写入的。',
      },
      parameters: z.object({
        path: z.string().max(300).optional().describe('A folder, or a part of the names / 目录或文件名的一部分'),
      }),
      idempotent: true,
      async run({ path: part = '' }, use) {
        const files = await new Workspace(store, use).list();
        const meant = part.replace(/^[./*]+/, '').toLowerCase();
        const shown = files.filter(({ name }) => name.toLowerCase().includes(meant));
        return { files: shown.map(({ name, size, mediaType = null }) => ({ name, size, mediaType })) };
      },
    }),
    defineTool({
      name: 'read_file',
      description: {
        en: 'Reads a text file or PDF of this session; `offset` goes on in a long one.',
        zh: '读取本会话中的文本或 PDF 文件；长文件可用 offset 继续。',
      },
      parameters: z.object({ path, offset: z.number().int().nonnegative().optional() }),
      idempotent: true,
      async run({ path: name, offset = 0 }, use) {
        const text = await new Workspace(store, use).readText(name, use.signal);
        const piece = text.slice(offset, offset + MAX_READ_CHARS);
        const next = offset + piece.length;
        return { path: name, text: piece, chars: text.length, ...(next < text.length && { nextOffset: next }) };
      },
    }),
    defineTool({
      name: 'write_file',
      description: {
        en: 'Writes a text file of this session; one of the same name is replaced. The user is asked first.',
        zh: '在本会话中写入文本文件，同名文件会被替换。执行前会询问用户。',
      },
      parameters: z.object({ path, content: z.string().max(MAX_WRITE_CHARS) }),
      destructive: true,
      idempotent: true,
      async run({ path: name, content }, use) {
        const { id, size } = await new Workspace(store, use).write(name, content);
        return { path: name, bytes: size, url: `/files/${id}` };
      },
    }),
    defineTool({
      name: 'delete_file',
      description: {
        en: 'Deletes a file of this session. The user is asked first.',
        zh: '删除本会话中的文件。执行前会询问用户。',
      },
      parameters: z.object({ path }),
      destructive: true,
      async run({ path: name }, use) {
        await new Workspace(store, use).remove(name);
        return { path: name, deleted: true };
      },
    }),
  ];
}

/** What a model can attend to at once. */
const MAX_READ_CHARS = 32_000;
const MAX_WRITE_CHARS = 1_000_000;
