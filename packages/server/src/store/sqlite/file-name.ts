/** What file systems take, in bytes of UTF-8. */
const MAX_BYTES = 200;

/** The last part of a name that somebody sent, without what could lead elsewhere or deceive a reader. */
export function safeFileName(sent: string): string {
  const last = sent.split(/[/\\]/u).at(-1) ?? '';
  const clean = last
    .normalize('NFC')
    // Control characters, signs with a meaning to some file system, and marks that turn the direction of writing.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/^[.\s]+|[.\s]+$/gu, '');
  return clean === '' ? 'file' : shortened(clean);
}

/** Keeps the extension: programs go by it. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const extension = /\.[\p{L}\p{N}]{1,16}$/u.exec(name)?.[0] ?? '';
  const room = MAX_BYTES - Buffer.byteLength(extension);
  let stem = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    if (Buffer.byteLength(stem) + Buffer.byteLength(character) > room) break;
    stem += character;
  }
  return `${stem}${extension}`;
}
