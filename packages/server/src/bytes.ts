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
