import type { Writable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as ws from 'ws';
import { wsTextFrames } from './ws-frame.ts';

// Exported, and missing in its types.
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Writable };

/** As a client of `ws` reads them. */
async function read(bytes: Buffer): Promise<string[]> {
  const texts: string[] = [];
  const receiver = new Receiver({ isServer: false });
  receiver.on('message', (data: Buffer) => texts.push(data.toString()));
  await new Promise<void>((resolve, reject) => {
    receiver.on('error', reject);
    receiver.end(bytes, resolve);
  });
  return texts;
}

const character = fc.constantFrom('a', 'é', '字', '🐉', '"', '\n');

it('frames texts of every length and script so that they are read as they were', async () => {
  // Around the lengths at which a header grows: in characters, and in bytes.
  const length = fc.constantFrom(0, 1, 41, 42, 63, 124, 125, 126, 127, 300, 21_844, 21_846, 65_535, 65_536, 120_000);
  const text = fc.tuple(character, length).map(([unit, size]) => unit.repeat(size));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 6 }), async (texts) => {
      expect(await read(wsTextFrames(texts.map((data) => ({ data }))))).toEqual(texts);
    }),
    { numRuns: 60 },
  );
});

it('leaves what it framed before as it was', async () => {
  // Small ones share memory, large ones have their own.
  const texts = Array.from({ length: 500 }, (_, n) => `${n} `.repeat(n % 50 === 0 ? 10_000 : n));
  const framed = texts.map((text) => wsTextFrames([{ data: text }]));
  for (const [n, bytes] of framed.entries()) expect(await read(bytes)).toEqual([texts[n]]);
});
