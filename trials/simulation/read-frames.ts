import { EXTENSION_KEY, sseReader } from '@polywire/protocol';
import type { StreamFraming } from '../../packages/server/src/wire/format.ts';

export interface Received {
  readonly data: string;
  /** The event that it tells of; previews have none. */
  readonly seq: number | undefined;
}

/** What one write of the server says. */
export const readFrames: Readonly<Record<StreamFraming, (bytes: Buffer) => Received[]>> = {
  ndjson: (bytes) => bytes.toString().split('\n').filter(Boolean).map(asked),
  ws: (bytes) => textFrames(bytes).map(asked),
  sse: (bytes) =>
    sseReader({ maxChars: Number.MAX_SAFE_INTEGER })
      .push(bytes)
      .frames.map((frame) => ({
        data: frame.data,
        seq: 'id' in frame ? Number.parseInt(String(frame.id), 10) : undefined,
      })),
};

const PLACE = `"${EXTENSION_KEY}":{"cursor":"`;

function asked(data: string): Received {
  const at = data.lastIndexOf(PLACE);
  return { data, seq: at < 0 ? undefined : Number.parseInt(data.slice(at + PLACE.length), 10) };
}

/** A server's text frames: whole, and without a mask. */
function* frames(bytes: Buffer): Iterable<string> {
  for (let at = 0; at < bytes.length; ) {
    const [head, short] = [bytes[at], bytes[at + 1] ?? 0];
    if (head !== 0x81) throw new Error(`byte ${at} begins no text frame`);
    const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
    const length =
      extra === 2 ? bytes.readUInt16BE(at + 2) : extra === 8 ? Number(bytes.readBigUInt64BE(at + 2)) : short;
    const from = at + 2 + extra;
    yield bytes.toString('utf8', from, from + length);
    at = from + length;
  }
}

function textFrames(bytes: Buffer): string[] {
  return [...frames(bytes)];
}
