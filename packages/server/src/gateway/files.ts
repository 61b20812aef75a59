import type { Attachment, Dialect, FileRef } from '@polywire/protocol';
import { gathered } from '../bytes.ts';
import type { Uploads } from '../store/contract.ts';
import { uploadOf } from '../store/upload-of.ts';
import { isText } from '../wire/file-types.ts';

export interface FilesToPass {
  readonly files: readonly Attachment[];
  /** Names of those that the other server cannot be given. */
  readonly left: readonly string[];
}

type Stored = Pick<Uploads, 'get' | 'list' | 'read'>;
type Whose = { readonly owner: string; readonly session: string };

/**
 * The files of a message as another server can take them: it cannot fetch from here, so what is stored here goes along
 * inside of the message.
 */
export async function filesToPass(
  files: readonly FileRef[],
  { traits }: Dialect,
  uploads: Stored,
  whose: Whose,
): Promise<FilesToPass> {
  if (traits.accepts['message.send'].loses?.includes('files'))
    return { files: [], left: files.map(({ name }) => name) };
  const passed: Attachment[] = [];
  const left: string[] = [];
  let room = MAX_CHARS;
  for (const file of files) {
    const made = await passable(file, room, uploads, whose);
    room -= made?.content === undefined ? 0 : inBase64(made.size);
    if (made) passed.push(made);
    else left.push(file.name);
  }
  return { files: passed, left };
}

/** What is said to the user of files that were left behind. */
export function leftBehind(names: readonly string[], locale: 'en' | 'zh'): string {
  return locale === 'zh'
    ? `上游服务器无法接收以下文件，未转发：${names.join('、')}`
    : `The other server cannot take these files, so they were not passed on: ${names.join(', ')}`;
}

/** Servers take frames of a megabyte; the message itself needs room too. */
const MAX_CHARS = 900_000;

async function passable(
  file: FileRef,
  room: number,
  uploads: Stored,
  { owner, session }: Whose,
): Promise<Attachment | undefined> {
  if (/^https?:\/\//i.test(file.url ?? '')) return file;
  const stored = await uploadOf(uploads, owner, session, file);
  if (!stored || inBase64(stored.size) > room) return undefined;
  const { name, mediaType = 'text/plain', size } = stored;
  const content = (await gathered(await uploads.read(owner, stored.id))).toString(
    isText(mediaType) ? 'utf8' : 'base64',
  );
  return { name, mediaType, size, content };
}

/** How long it is on the wire: some say texts so, too. */
function inBase64(bytes = 0): number {
  return Math.ceil(bytes / 3) * 4;
}
