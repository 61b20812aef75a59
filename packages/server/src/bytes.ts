export const MIB = 1024 * 1024;

/** Bytes that are all here, for those who take them in pieces. */
export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Bytes that come in pieces, all of them. For what is known to be of a bearable size. */
export async function gathered(content: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content ?? []) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The same for what somebody else sends: nothing where it is longer, and the rest is not read. */
export async function gatheredUpTo(
  maxBytes: number,
  content: AsyncIterable<Uint8Array> | null | undefined,
): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Counted as it comes out, so that what was packed small cannot unpack without end.
  for await (const piece of content ?? []) {
    size += piece.byteLength;
    if (size > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
