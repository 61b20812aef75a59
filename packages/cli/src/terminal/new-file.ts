import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { CliError } from '../errors.ts';

/** A file to write, for its owner alone; never over something that is there. */
export async function newFile(path: string): Promise<WriteStream> {
  const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await once(stream, 'open');
    return stream;
  } catch (cause) {
    const isThere = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    throw new CliError(
      isThere
        ? { en: `${path} is already there.`, zh: `${path} 已存在。` }
        : { en: `${path} cannot be written.`, zh: `无法写入 ${path}。` },
      { en: 'name another file', zh: '请指定其他文件' },
      { cause },
    );
  }
}
