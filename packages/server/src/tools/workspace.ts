import { gathered, once } from '../bytes.ts';
import type { Store, Upload } from '../store/contract.ts';
import { safeFileName } from '../store/sqlite/file-name.ts';
import type { ToolUse } from './contract.ts';
import { decodeText } from './text/decode-text.ts';
import { textOf } from './text/text-of.ts';

/**
 * The files of one session. They are rows with names, stored under ids: a name is never a path of the disk, so none
 * leads out of it.
 */
export class Workspace {
  readonly #store: Store;
  readonly #owner: string;
  readonly #session: string;

  constructor(store: Store, { owner, session }: Pick<ToolUse, 'owner' | 'session'>) {
    this.#store = store;
    this.#owner = owner;
    this.#session = session;
  }

  /** The last of each name, oldest first. */
  async list(): Promise<readonly Upload[]> {
    const all = await this.#store.uploads.list(this.#owner, this.#session);
    return [...new Map(all.map((upload) => [upload.name, upload])).values()];
  }

  async find(path: string): Promise<Upload> {
    const name = plainPath(path).join('/');
    const found = (await this.list()).find((upload) => upload.name === name);
    if (!found) throw new Error(`There is no file ${name}. / 没有文件 ${name}。`);
    return found;
  }

  async read(path: string): Promise<{ readonly upload: Upload; readonly bytes: Buffer }> {
    const upload = await this.find(path);
    if (upload.size > MAX_BYTES)
      throw new Error(`${upload.name} is too large to read. / ${upload.name} 过大，无法读取。`);
    return { upload, bytes: await gathered(await this.#store.uploads.read(this.#owner, upload.id)) };
  }

  async readText(path: string, signal: AbortSignal): Promise<string> {
    const { upload, bytes } = await this.read(path);
    const { mediaType = 'text/plain', name } = upload;
    if (mediaType.startsWith('image/')) throw new Error(`${name} is an image. / ${name} 是图片。`);
    if (mediaType !== 'application/pdf') return decodeText(bytes);
    return (await textOf(bytes, { mediaType, name, signal })).text;
  }

  async write(path: string, content: string): Promise<Upload> {
    const parts = plainPath(path);
    return this.store(parts.at(-1) ?? '', mediaTypeOf(path), Buffer.from(content), parts.slice(0, -1));
  }

  /** From now on its name means this file. Older ones of the name stay where they are: events link to them. */
  async store(name: string, mediaType: string, bytes: Uint8Array, folder: readonly string[] = []): Promise<Upload> {
    const file = { name, mediaType, folder };
    const made = await this.#store.uploads.add(this.#owner, this.#session, file, once(bytes));
    if (!made) throw new Error('The session is gone. / 会话已不存在。');
    return made;
  }

  /** With all that had the name before: nothing of it comes back. */
  async remove(path: string): Promise<void> {
    const { name } = await this.find(path);
    for (const upload of await this.#store.uploads.list(this.#owner, this.#session)) {
      if (upload.name === name) await this.#store.uploads.remove(this.#owner, upload.id);
    }
  }
}

const MAX_BYTES = 32 * 1024 * 1024;

/** The folders and the name. Refuses what is not plain, rather than to store it under another name. */
function plainPath(path: string): readonly string[] {
  const parts = path.replace(/^\.\//, '').split('/');
  if (parts.length > DEEPEST || parts.some((part) => part === '' || safeFileName(part) !== part)) {
    throw new Error(`${JSON.stringify(path)} is no plain name: ${PLAIN}`);
  }
  return parts;
}

const DEEPEST = 8;
const PLAIN =
  '.., absolute paths, hidden files, control characters and more than 8 levels are not taken. / 名称无效：不接受 ..、绝对路径、隐藏文件、控制字符和超过 8 层的目录。';

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  md: 'text/markdown',
  markdown: 'text/markdown',
};

function mediaTypeOf(name: string): string {
  return types[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'text/plain';
}
