/** Kinds of files that are taken, told by their first bytes; a file of none of them may be text. */
const signatures: readonly { readonly type: string; matches(head: Buffer): boolean }[] = [
  { type: 'image/png', matches: (head) => startsWith(head, '\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', matches: (head) => startsWith(head, '\xff\xd8\xff') },
  { type: 'image/gif', matches: (head) => startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a') },
  { type: 'image/webp', matches: (head) => startsWith(head, 'RIFF') && head.toString('latin1', 8, 12) === 'WEBP' },
  { type: 'application/pdf', matches: (head) => startsWith(head, '%PDF-') },
];

/** Bytes that are enough to tell. */
export const HEAD_BYTES = 16;

/** Kinds of text, by what programs call them and by the end of the name. */
const texts: Readonly<Record<string, { readonly names: readonly string[]; readonly ends: readonly string[] }>> = {
  'text/plain': { names: ['text/plain'], ends: [] },
  'text/csv': { names: ['text/csv', 'application/csv', 'application/vnd.ms-excel'], ends: ['.csv'] },
  'text/markdown': { names: ['text/markdown', 'text/x-markdown'], ends: ['.md', '.markdown'] },
  'application/json': { names: ['application/json', 'text/json'], ends: ['.json'] },
};

/** Images that a browser may show by themselves. */
export const shownTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** What a file is, where its content, its declared type and what we take agree; undefined where it is refused. */
export function fileType(head: Buffer, declared: string, name: string): string | undefined {
  const said = (declared.split(';')[0] ?? '').trim().toLowerCase();
  const found = signatures.find(({ matches }) => matches(head))?.type;
  if (found !== undefined) return VAGUE.has(said) || said === found || aliases[said] === found ? found : undefined;
  const byName = Object.keys(texts).find((type) => texts[type]?.ends.some((end) => name.toLowerCase().endsWith(end)));
  if (VAGUE.has(said)) return byName ?? 'text/plain';
  const bySaid = Object.keys(texts).find((type) => texts[type]?.names.includes(said));
  return bySaid === 'text/plain' ? (byName ?? bySaid) : bySaid;
}

export const WRONG_TYPE =
  'Only text, CSV, JSON, Markdown, PDF, PNG, JPEG, GIF and WebP files are taken, under their own type. / 仅接受文本、CSV、JSON、Markdown、PDF、PNG、JPEG、GIF、WebP 文件，且声明类型须与内容一致。';

export function isText(type: string): boolean {
  return Object.hasOwn(texts, type);
}

/** Text has no control characters but those that space it; any encoding that leaves them alone will do. */
export function looksLikeText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => (byte >= 0x20 ? byte !== 0x7f : SPACING.has(byte)));
}
const SPACING: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d]);

/** What programs say that do not know. */
const VAGUE: ReadonlySet<string> = new Set(['', 'application/octet-stream']);
const aliases: Readonly<Record<string, string>> = { 'image/jpg': 'image/jpeg', 'application/x-pdf': 'application/pdf' };

function startsWith(head: Buffer, latin1: string): boolean {
  return head.toString('latin1', 0, latin1.length) === latin1;
}
