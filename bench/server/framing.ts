/** Told where a frame is, rather than given one: a reader has many, and wants to know little of each. */
export type OnFrame = (all: Buffer, from: number, length: number) => void;

/** Finds the frames in what comes over a connection, and copies as little as it can. */
export interface Framing {
  push(bytes: Buffer, onFrame: OnFrame): void;
}

const FIRST_CONTROL = 0x8;
const PING = 0x9;

/** Frames of a WebSocket server: unmasked. Pings are told apart, as their servers wait for an answer. */
export function wsFraming(onPing: (payload: Buffer) => void = () => undefined): Framing {
  let rest = EMPTY;
  return {
    push(bytes, onFrame) {
      const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      let at = 0;
      while (all.length - at >= 2) {
        const short = (all[at + 1] as number) & 0x7f;
        const header = short < 126 ? 2 : short === 126 ? 4 : 10;
        if (all.length - at < header) break;
        const length = short < 126 ? short : short === 126 ? all.readUInt16BE(at + 2) : all.readUInt32BE(at + 6);
        if (all.length - at < header + length) break;
        const opcode = (all[at] as number) & 0x0f;
        if (opcode < FIRST_CONTROL) onFrame(all, at + header, length);
        else if (opcode === PING) onPing(all.subarray(at + header, at + header + length));
        at += header + length;
      }
      rest = all.subarray(at);
    },
  };
}

/** The events of an SSE response in HTTP chunks; a frame is all of an event's lines. */
export function sseFraming(): Framing {
  let rest = EMPTY;
  let event = EMPTY;
  const lines = (text: Buffer, onFrame: OnFrame): void => {
    const all = event.length === 0 ? text : Buffer.concat([event, text]);
    let at = 0;
    for (let end = all.indexOf('\n\n'); end >= 0; end = all.indexOf('\n\n', at)) {
      onFrame(all, at, end - at);
      at = end + 2;
    }
    event = all.subarray(at);
  };
  return {
    push(bytes, onFrame) {
      const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      let at = 0;
      for (;;) {
        const sizeEnd = all.indexOf('\r\n', at);
        if (sizeEnd < 0) break;
        const size = Number.parseInt(all.toString('latin1', at, sizeEnd), 16);
        const end = sizeEnd + 2 + size;
        if (all.length < end + 2) break;
        lines(all.subarray(sizeEnd + 2, end), onFrame);
        at = end + 2;
      }
      rest = all.subarray(at);
    },
  };
}

/** Whether `bytes` are there. Done in here: to ask for so few outside of the engine costs more than the look itself. */
export function hasAt(all: Buffer, at: number, bytes: Buffer): boolean {
  for (let i = 0; i < bytes.length; i += 1) if (all[at + i] !== bytes[i]) return false;
  return true;
}

const EMPTY: Buffer = Buffer.alloc(0);
