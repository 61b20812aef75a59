import type { Frame } from '../dialect.ts';
import * as faults from '../faults.ts';
import { type Framed, type FrameReader, TextSource } from './reader.ts';

/** One JSON text a line. JSON never has a raw line feed, so the text itself needs no escaping. */
export function writeNdjson(frame: Frame): string {
  return `${frame.data}\n`;
}

/** Lines to frames. Blank lines are nothing; CRLF is read as LF. A line over the bound is reported and skipped. */
export function ndjsonReader(options: { maxChars: number }): FrameReader {
  const source = new TextSource();
  let rest = '';
  let skipping = false;

  function take(text: string): Framed {
    const frames: Frame[] = [];
    let issue: string | undefined;
    // Only what is new is searched: a long line comes in many pieces.
    const [first = '', ...others] = text.split('\n');
    const lines = [rest + first, ...others];
    rest = lines.pop() as string;
    for (const line of lines) {
      if (skipping) {
        skipping = false;
        continue;
      }
      const data = line.endsWith('\r') ? line.slice(0, -1) : line;
      if (data.length > options.maxChars) issue ??= tooLong(options.maxChars);
      else if (data.trim() !== '') frames.push({ data });
    }
    if (rest.length > options.maxChars) {
      if (!skipping) issue ??= tooLong(options.maxChars);
      skipping = true;
      rest = '';
    }
    return { frames, ...(issue && { issue }) };
  }

  return {
    push: (bytes) => take(source.push(bytes)),
    end: () => take(`${source.end()}\n`),
  };
}

function tooLong(maxChars: number): string {
  return faults.tooLarge(maxChars);
}
