import { ownDialect } from '@polywire/protocol';
import { hasAt } from '../server/framing.ts';
import { Reader } from '../server/reader.ts';

const ADDRESS =
  ownDialect.endpoints.find(({ framing, does }) => framing === 'ws' && does === 'converse')?.path ?? '/{session}';
/** Events have a place in their session, greetings and answers have none. */
const SEQ = Buffer.from('"seq":');
const COMMA = ','.charCodeAt(0);
const BRACE = '}'.charCodeAt(0);
const END = Buffer.from('{"type":"run.finished"');

/** Reads the events of a session after a place, and counts them. */
export class EventReader {
  readonly reader: Reader;
  frames = 0;
  bytes = 0;
  /** Seq of the last event. */
  place: number;

  constructor(port: number, session: string, after: number, onEvent?: (isEnd: boolean) => void) {
    this.place = after;
    const path = `${ADDRESS.replace('{session}', session)}?after=${after}`;
    this.reader = new Reader({
      port,
      dialogue: { transport: 'ws', path, chunkPrefix: '{' },
      onFrame: (all, from, length) => {
        const at = lastOf(SEQ, all, from, length);
        if (at < 0) return;
        this.frames += 1;
        this.bytes += length;
        this.place = numberAt(all, at + SEQ.length);
        onEvent?.(hasAt(all, from, END));
      },
    });
  }
}

/** Near the end, as a rule. */
function lastOf(bytes: Buffer, all: Buffer, from: number, length: number): number {
  for (let at = from + length - bytes.length; at >= from; at -= 1) if (hasAt(all, at, bytes)) return at;
  return -1;
}

function numberAt(frame: Buffer, from: number): number {
  let value = 0;
  for (let at = from; frame[at] !== COMMA && frame[at] !== BRACE; at += 1)
    value = value * 10 + (frame[at] as number) - 48;
  return value;
}
