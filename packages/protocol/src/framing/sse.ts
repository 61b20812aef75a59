import { createParser } from 'eventsource-parser';
import type { Frame } from '../dialect.ts';
import * as faults from '../faults.ts';
import { type Framed, type FrameReader, TextSource } from './reader.ts';

export interface SseFrame extends Frame {
  readonly id?: string;
}

/** LF only and one data line: some readers in the field know nothing else. JSON text never has a raw line feed. */
export function writeSse(frame: SseFrame): string {
  const id = frame.id === undefined ? '' : `id: ${frame.id}\n`;
  const event = frame.event === undefined ? '' : `event: ${frame.event}\n`;
  return `${id}${event}data: ${frame.data}\n\n`;
}

/** A line that every reader skips: keeps the connection alive. */
export const sseHeartbeat = ': ping\n\n';

export function sseReader(options: { maxChars: number }): FrameReader {
  const source = new TextSource();
  const tooLong = faults.tooLarge(options.maxChars);
  let frames: SseFrame[] = [];
  let issue: string | undefined;
  let held = 0;
  let dropping = false;

  const parser = createParser({
    onEvent({ data, event, id }) {
      held = 0;
      if (dropping) {
        dropping = false;
        return;
      }
      if (data.length > options.maxChars) {
        issue = tooLong;
        return;
      }
      frames.push({ data, ...(event !== undefined && { event }), ...(id !== undefined && { id }) });
    },
    onError(error) {
      // An unknown field or a bad retry is to be ignored, says the standard; it is still worth a word.
      if (!dropping) issue ??= faults.strayLine(error.message);
    },
  });

  function take(text: string): Framed {
    frames = [];
    issue = undefined;
    held += text.length;
    parser.feed(text);
    if (held > options.maxChars && frames.length === 0 && issue !== tooLong) {
      if (!dropping) issue = tooLong;
      drop();
    }
    return { frames, ...(issue && { issue }) };
  }

  /** Forgets what is held; the rest of that event becomes an event of its own, which is not shown. */
  function drop(): void {
    parser.reset();
    parser.feed('data:\n');
    held = 0;
    dropping = true;
  }

  return {
    push: (bytes) => take(source.push(bytes)),
    end: () => take(source.end()),
  };
}
