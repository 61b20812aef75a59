import { ask } from '../../../packages/server/test/support/raw.ts';
import type { BadFile } from './bad-files.ts';

/** A form of one file, its name as it stands. */
export function formOf({ name, type, content }: Pick<BadFile, 'name' | 'type' | 'content'>): Buffer {
  const head = `--edge\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\n`;
  const middle = type === '' ? '\r\n' : `Content-Type: ${type}\r\n\r\n`;
  return Buffer.concat([head + middle, content, '\r\n--edge--\r\n'].map((piece) => Buffer.from(piece)));
}

export function send(url: string, path: string, body: Buffer, isChunked: boolean) {
  const type = { 'content-type': 'multipart/form-data; boundary=edge' };
  const length = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) };
  return ask(url, path, { method: 'POST', headers: { ...type, ...(length as Record<string, string>) }, body });
}
