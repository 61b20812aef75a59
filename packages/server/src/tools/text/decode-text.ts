/** Text of a file whose encoding nobody told: UTF-8 where it is that, else what Chinese programs write. */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (declared !== undefined) {
    const decoder = decoderOf(declared);
    if (decoder) return decoder.decode(bytes);
  }
  try {
    return strict.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('gb18030').decode(bytes);
  }
}

const strict = new TextDecoder('utf-8', { fatal: true });

function decoderOf(label: string) {
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
