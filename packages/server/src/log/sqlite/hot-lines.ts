import { LineReader } from '../lines.ts';
import type { Journal } from './journal.ts';
import type { Tail } from './tail.ts';

/** A session's lines from `first` to `last` that are in no segment yet, in full. */
export function hotLines(journal: Journal, tail: Tail, first: number, last: number): string[] {
  const found: string[] = [];
  const reader = new LineReader();
  for (const { seq, lines } of partsFor(journal, tail, first)) {
    for (let i = 0; i < lines.length; i += 1) {
      if (seq + i > last) return found;
      if (seq + i < first) reader.skip(lines[i] as string);
      else found.push(reader.read(lines[i] as string, seq + i));
    }
  }
  return found;
}

/** All of them as they are kept. */
export function keptLines(journal: Journal, tail: Tail): string[] {
  const found: string[] = [];
  for (const { lines } of partsFor(journal, tail, tail.segmented + 1)) for (const line of lines) found.push(line);
  return found;
}

/** From the last place before `first` where a reader can begin. */
function partsFor(journal: Journal, tail: Tail, first: number): { seq: number; lines: string[] }[] {
  let parts: { seq: number; lines: string[] }[] = [];
  for (const { head, block } of journal.partsAt(tail.places)) {
    if (head.isAnew && head.first <= first) parts = [];
    parts.push({ seq: head.first, lines: block.lines(head) });
  }
  return parts;
}
