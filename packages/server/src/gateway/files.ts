import type { Attachment, Dialect, FileRef } from '@polywire/protocol';
import type { Uploads } from '../store/contract.ts';
import { isText } from '../wire/file-types.ts';

export interface FilesToPass {
  readonly files: readonly Attachment[];
  /** Names of those that the other server cannot be given. */
  readonly left: readonly string[];
}

/**
 * The files of a message as another server can take them: it cannot fetch from here, so what is stored here goes along
 * inside of the message.
 */
export async function filesToPass(
  files: readonly FileRef[],
  { traits }: Dialect,
  uploads: Pick<Uploads, 'get' | 'read'>,
  owner: string,
): Promise<FilesToPass> {
  if (traits.accepts['message.send'].loses?.includes('files'))
    return { files: [], left: files.map(({ name }) => name) };
  const passed: Attachment[] = [];
  const left: string[] = [];
  let room = MAX_CHARS;
  for (const file of files) {
    const made = await passable(file, room, uploads, owner);
    room -= made?.content?.length ?? 0;
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
const STORED = /^\/(?:v1\/uploads|files)\/([^/?#]+)$/;

async function passable(
  file: FileRef,
  room: number,
  uploads: Pick<Uploads, 'get' | 'read'>,
  owner: string,
): Promise<Attachment | undefined> {
  const { url = '' } = file;
  if (/^https?:\/\//i.test(url)) return file;
  const id = STORED.exec(url)?.[1];
  const stored = id === undefined ? undefined : await uploads.get(owner, id);
  if (!stored || stored.size > room) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of (await uploads.read(owner, stored.id)) ?? []) pieces.push(piece);
  const { name, mediaType = 'text/plain', size } = stored;
  const content = Buffer.concat(pieces).toString(isText(mediaType) ? 'utf8' : 'base64');
  return content.length > room ? undefined : { name, mediaType, size, content };
}
