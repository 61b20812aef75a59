import type { Frame } from '../dialect.ts';
import * as faults from '../faults.ts';
import type { Framed } from './reader.ts';

/** A WebSocket message is a frame already. Some clients send their text as binary. */
export function readWs(message: string | Uint8Array, options: { maxChars: number }): Framed {
  let data: string;
  try {
    data = typeof message === 'string' ? message : strictUtf8.decode(message);
  } catch {
    return { frames: [], issue: faults.notUtf8 };
  }
  if (data.length > options.maxChars) return { frames: [], issue: faults.tooLarge(options.maxChars) };
  return { frames: [{ data }] };
}

export function writeWs(frame: Frame): string {
  return frame.data;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
