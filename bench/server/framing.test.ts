import { expect, it } from 'vitest';
import { type Framing, sseFraming, wsFraming } from './framing.ts';

const texts = ['one', 'zwei 三', 'x'.repeat(200), 'y'.repeat(70_000), ''];

const wires: readonly { name: string; framing: () => Framing; bytes: Buffer; frames: readonly string[] }[] = [
  { name: 'WebSocket', framing: wsFraming, bytes: Buffer.concat(texts.map(wsFrame)), frames: texts },
  {
    name: 'SSE in HTTP chunks',
    framing: sseFraming,
    // Events do not end where chunks do.
    bytes: httpChunks(Buffer.from(texts.map((text) => `data: ${text}\n\n`).join('')), 1_000),
    frames: texts.map((text) => `data: ${text}`),
  },
];

it.each(wires)('$name: finds the frames, however the bytes are cut', ({ framing, bytes, frames }) => {
  for (const size of [211, 4_096, bytes.length]) {
    const found: string[] = [];
    const reading = framing();
    for (let at = 0; at < bytes.length; at += size) {
      reading.push(bytes.subarray(at, at + size), (all, from, length) =>
        found.push(all.toString('utf8', from, from + length)),
      );
    }
    expect(found).toEqual(frames);
  }
});

function wsFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head = length < 126 ? [0x81, length] : length < 65_536 ? [0x81, 126, length >> 8, length & 255] : long(length);
  return Buffer.concat([Buffer.from(head), payload]);
}

function long(length: number): number[] {
  return [0x81, 127, 0, 0, 0, 0, (length >> 24) & 255, (length >> 16) & 255, (length >> 8) & 255, length & 255];
}

function httpChunks(body: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat(parts);
}
