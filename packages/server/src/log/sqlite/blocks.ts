import { crc32 } from 'node:zlib';
import type { Stretch } from '../stretch.ts';

/**
 * What one commit adds: a row whose body has the events of every session of that commit, one JSON text a line, and whose
 * heads say whose they are. Each session's lines have a checksum of their own, so damage is told apart by session.
 */
export interface Block {
  readonly heads: readonly BlockHead[];
  readonly body: string;
}

export interface BlockHead {
  readonly session: string;
  readonly first: number;
  readonly count: number;
  readonly epoch: number;
  readonly sum: number;
}

export interface BlockPart {
  readonly session: string;
  readonly epoch: number;
  readonly stretch: Stretch;
}

export function writeBlock(parts: readonly BlockPart[]): Block {
  const heads: BlockHead[] = [];
  const bodies: string[] = [];
  for (const { session, epoch, stretch } of parts) {
    const { text } = stretch;
    heads.push({ session, epoch, first: stretch.first, count: stretch.length, sum: crc32(text) });
    bodies.push(text);
  }
  return { heads, body: bodies.join('\n') };
}

/** The parts of a stored block; `lines` is undefined where the checksum does not fit. */
export function readBlock(block: Block): { head: BlockHead; lines: string[] | undefined }[] {
  const all = block.body.split('\n');
  let at = 0;
  return block.heads.map((head) => {
    const lines = all.slice(at, at + head.count);
    at += head.count;
    return { head, lines: crc32(lines.join('\n')) === head.sum ? lines : undefined };
  });
}

export function checksum(text: string): number {
  return crc32(text);
}
