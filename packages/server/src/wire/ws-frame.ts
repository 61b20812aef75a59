/** Text frames as a server sends them (RFC 6455, unmasked, unfragmented), all in one buffer: one write for many frames. */
export function wsTextFrames(texts: readonly string[]): Buffer {
  let total = 0;
  const lengths: number[] = [];
  for (const text of texts) {
    const length = Buffer.byteLength(text);
    total += length + headerSize(length);
    lengths.push(length);
  }
  const buffer = Buffer.allocUnsafe(total);
  let at = 0;
  for (let i = 0; i < texts.length; i += 1) {
    at = writeHeader(buffer, at, lengths[i] as number);
    at += buffer.write(texts[i] as string, at);
  }
  return buffer;
}

const FINAL_TEXT = 0x81;
const LENGTH_IN_2_BYTES = 126;
const LENGTH_IN_8_BYTES = 127;

function headerSize(length: number): number {
  if (length < LENGTH_IN_2_BYTES) return 2;
  return length < 65_536 ? 4 : 10;
}

function writeHeader(buffer: Buffer, at: number, length: number): number {
  buffer[at] = FINAL_TEXT;
  if (length < LENGTH_IN_2_BYTES) {
    buffer[at + 1] = length;
    return at + 2;
  }
  if (length < 65_536) {
    buffer[at + 1] = LENGTH_IN_2_BYTES;
    buffer.writeUInt16BE(length, at + 2);
    return at + 4;
  }
  buffer[at + 1] = LENGTH_IN_8_BYTES;
  buffer.writeUInt32BE(0, at + 2);
  buffer.writeUInt32BE(length, at + 6);
  return at + 10;
}
