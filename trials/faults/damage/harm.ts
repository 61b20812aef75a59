import { open } from 'node:fs/promises';
import type { Random } from '../../lib/random.ts';

export const PAGE_BYTES = 16_384;

/** What becomes of a page: as a failing disk, a torn write or a stray program leave it. */
const harms: readonly ((page: Buffer, random: Random) => void)[] = [
  (page, random) => flip(page, random, 1),
  (page, random) => flip(page, random, 8),
  (page, random) => flip(page, random, 200),
  (page, random) => page.fill(0, random.int(0, 31) * 512),
  (page, random) => {
    const from = random.int(0, 31) * 512;
    for (let at = from; at < from + 512; at += 1) page[at] = random.int(0, 255);
  },
];

/** Harms one page of a file. */
export async function harm(path: string, page: number, random: Random): Promise<void> {
  const bytes = await readPage(path, page);
  random.pick(harms)(bytes, random);
  const file = await open(path, 'r+');
  await file.write(bytes, 0, PAGE_BYTES, page * PAGE_BYTES);
  await file.close();
}

export async function readPage(path: string, page: number): Promise<Buffer> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(PAGE_BYTES), 0, PAGE_BYTES, page * PAGE_BYTES);
  await file.close();
  return buffer;
}

/** Bits are turned where there is something: most of a page may be empty. */
function flip(page: Buffer, random: Random, count: number): void {
  const used = [...page.keys()].filter((at) => page[at] !== 0);
  for (let n = 0; n < count && used.length > 0; n += 1) {
    const at = random.pick(used);
    page[at] = (page[at] as number) ^ (1 << random.int(0, 7));
  }
}
