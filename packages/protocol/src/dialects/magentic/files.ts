import { type Attachment, isInBase64 } from '../../commands.ts';
import { present } from './present.ts';
import type { WireFile } from './wire.ts';

/** The page takes pictures of up to 5 MB and sends them whole; base 64 makes that a third more. */
export const MAX_CHARS = 8 * 1024 * 1024;

/** A whole file is in base 64 on this wire; elsewhere a text comes as it is. */
export function attachment({ name, type: mediaType, content, size, path, uploaded }: WireFile): Attachment {
  const isReference = path !== undefined && (uploaded === true || content?.startsWith(PLACEHOLDER));
  const said = isReference ? undefined : content;
  const isText = said !== undefined && !isInBase64(present({ name, mediaType }));
  return present({ name, mediaType, content: isText ? (decoded(said) ?? said) : said, size, url: path });
}

export function wireFile(file: Attachment): WireFile {
  const { name, mediaType: type, content, size, url: path } = file;
  if (path !== undefined && content === undefined)
    return present({ name, type, content: `${PLACEHOLDER}${path}]`, size, path, uploaded: true });
  const isText = content !== undefined && !isInBase64(file);
  return present({ name, type, content: isText ? encoded(content) : content, size, path });
}

/** What the page writes in place of the content of a file that it has uploaded. */
const PLACEHOLDER = '[FILE_UPLOADED: ';
const BASE_64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** undefined where it is no text in base 64: some send it as it is. */
function decoded(content: string): string | undefined {
  if (!BASE_64.test(content)) return undefined;
  try {
    return strictUtf8.decode(Uint8Array.from(atob(content), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function encoded(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
