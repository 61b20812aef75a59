import * as z from 'zod';
import { type Attachment, commandSchemas } from '../../commands.ts';
import type { Json } from '../../json.ts';
import type { Part } from './vocabulary.ts';

/** A message is a text, or parts: texts, pictures and (ours) other files. */
export function readMessage(message: string | readonly Part[]): { text: string; files?: Attachment[] } {
  if (typeof message === 'string') return { text: message };
  const texts: string[] = [];
  const files: Attachment[] = [];
  for (const part of message) {
    if (part.type === 'text') texts.push(part.text);
    else if (part.type === 'image_url') files.push(picture(part.image_url));
    else files.push(...(attachments.safeParse([part.file]).data ?? []));
  }
  return { text: texts.join('\n'), ...(files.length > 0 && { files }) };
}

export function writeMessage(text: string, files: readonly Attachment[] | undefined): Json {
  if (!files || files.length === 0) return text;
  return [...(text === '' ? [] : [{ type: 'text', text }]), ...files.map(partOf)];
}

function partOf(file: Attachment): { type: string; [key: string]: Json } {
  const isPicture = file.url !== undefined && file.name === PICTURE && file.content === undefined;
  return isPicture
    ? { type: 'image_url', image_url: { url: file.url as string } }
    : { type: 'file', file: JSON.parse(JSON.stringify(file)) as Json };
}

function picture(image: string | { url: string }): Attachment {
  return { name: PICTURE, url: typeof image === 'string' ? image : image.url };
}

/** Parts name no file. */
const PICTURE = 'image';

const attachments = z.array(commandSchemas['message.send'].shape.files.unwrap().element);
