import { constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { pdfOf } from '../../../packages/server/src/tools/text/testing.ts';

/** One part of a form, as bytes that no honest program would send. */
export interface BadFile {
  readonly what: string;
  readonly name: string;
  readonly type: string;
  readonly content: string | Buffer;
  /** What may answer it; 201 where it is harmless as what it is kept as. */
  readonly status: readonly number[];
  /** The same where documents are taken: pages are some, images are none. */
  readonly asDocument?: readonly number[];
}

const MIB = 1024 * 1024;
const SCRIPT = '<script>fetch("/v1/sessions")</script>';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`;
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const ZIP = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(2_000)]);
const bomb = gzipSync(Buffer.alloc(16 * MIB));
const ascii = (text: string) => Buffer.from(text, 'latin1');
/** Taken under another name, or not at all. */
const text = (name: string) => ({ name, type: 'text/plain', content: 'x', status: [201, 400, 422] });

export const badFiles: readonly BadFile[] = [
  { what: 'a bomb, as what it is', name: 'a.gz', type: 'application/gzip', content: bomb, status: [415] },
  { what: 'a bomb as text', name: 'a.txt', type: 'text/plain', content: bomb, status: [415] },
  { what: 'a bomb of no type', name: 'a.csv', type: 'application/octet-stream', content: bomb, status: [415] },
  { what: 'an archive as a table', name: 'a.csv', type: 'text/csv', content: ZIP, status: [415] },
  { what: 'a page', name: 'a.html', type: 'text/html', content: SCRIPT, status: [415], asDocument: [201] },
  { what: 'a page as an image', name: 'a.png', type: 'image/png', content: SCRIPT, status: [415] },
  { what: 'a page as text', name: 'a.html', type: 'text/plain', content: SCRIPT, status: [201] },
  { what: 'a drawing with a script', name: 'a.svg', type: 'image/svg+xml', content: SVG, status: [415] },
  { what: 'a drawing as an image', name: 'a.svg', type: 'image/png', content: SVG, status: [415] },
  { what: 'a drawing of no type', name: 'a.svg', type: '', content: SVG, status: [201] },
  { what: 'a script', name: 'a.js', type: 'text/javascript', content: 'alert(1)', status: [415] },
  { what: 'a program', name: 'a.txt', type: 'text/plain', content: ascii('MZ\x90\x00'), status: [415] },
  { what: 'another program', name: 'a', type: '', content: ascii('\x7fELF\x02\x01\x01\x00'), status: [415] },
  {
    what: 'an image that is a script',
    name: 'a.gif',
    type: 'image/gif',
    content: 'GIF89a/*x*/=1;alert(1)//',
    status: [201],
    asDocument: [415],
  },
  {
    what: 'an image that is a page',
    name: 'a.png',
    type: 'image/png',
    content: Buffer.concat([PNG, ascii(SCRIPT)]),
    status: [201],
    asDocument: [415],
  },
  {
    what: 'an image that is an archive',
    name: 'a.png',
    type: 'image/png',
    content: Buffer.concat([PNG, ZIP]),
    status: [201],
    asDocument: [415],
  },
  {
    what: 'a PDF that is a page',
    name: 'a.html',
    type: 'application/pdf',
    content: `%PDF-1.7\n${SCRIPT}`,
    status: [201],
  },
  { what: 'a PDF as an image', name: 'a.png', type: 'image/png', content: '%PDF-1.7\n', status: [415] },
  { what: 'one byte too many', name: 'a.txt', type: 'text/plain', content: Buffer.alloc(MIB + 1, 'x'), status: [413] },
  { what: 'far too much', name: 'a.txt', type: 'text/plain', content: Buffer.alloc(8 * MIB, 'x'), status: [413] },
  {
    what: 'text that ends in bytes',
    name: 'a.txt',
    type: 'text/plain',
    content: Buffer.concat([Buffer.alloc(MIB / 2, 'x'), Buffer.alloc(1)]),
    status: [415],
  },
  { what: 'a name that climbs', ...text('../../../../etc/cron.d/x') },
  { what: 'a name that climbs the other way', ...text('..\\\\..\\\\x.txt') },
  { what: 'an absolute name', ...text('/etc/passwd') },
  { what: 'a name with NUL', ...text('a.txt\0.png') },
  { what: 'a name with a line', ...text('a\rSet-Cookie: x=1') },
  { what: 'a name that turns around', ...text('invoice\u202efdp.exe') },
  { what: 'a name of marks alone', ...text('\u202e\u2066\u200b') },
  { what: 'a hidden name', ...text('.bashrc') },
  { what: 'a name of dots', ...text('..') },
  { what: 'a name with markup', ...text('<img src=x onerror=alert(1)>.txt') },
  { what: 'a name without end', ...text(`${'长'.repeat(5_000)}.txt`) },
  { what: 'a name for a query', ...text("x'); DROP TABLE uploads;--.txt") },
];

/** Whole bodies that are no form, or half of one. */
export const badForms: readonly {
  readonly what: string;
  readonly type: string;
  readonly body: string;
  readonly status: readonly number[];
}[] = [
  { what: 'no edge', type: 'multipart/form-data', body: 'x', status: [400, 406, 415] },
  { what: 'an edge without end', type: `multipart/form-data; boundary=${'x'.repeat(5_000)}`, body: 'x', status: [400] },
  { what: 'no form', type: 'multipart/form-data; boundary=edge', body: 'no form', status: [400] },
  { what: 'half a form', type: 'multipart/form-data; boundary=edge', body: `${part('a.txt')}half`, status: [400] },
  { what: 'no parts', type: 'multipart/form-data; boundary=edge', body: '--edge--\r\n', status: [400, 422] },
  {
    what: 'eleven files',
    type: 'multipart/form-data; boundary=edge',
    body: `${`${part('a.txt')}x\r\n`.repeat(11)}--edge--\r\n`,
    status: [413],
  },
  {
    what: 'a thousand fields',
    type: 'multipart/form-data; boundary=edge',
    body: `${'--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(1_000)}--edge--\r\n`,
    status: [400, 413, 422],
  },
  {
    what: 'a field of its own kind',
    type: 'multipart/form-data; boundary=edge',
    body: '--edge\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--edge--\r\n',
    status: [400, 422],
  },
  {
    what: 'a head without end',
    type: 'multipart/form-data; boundary=edge',
    body: `--edge\r\nContent-Disposition: form-data; name="f"; filename="a"\r\nX-A: ${'x'.repeat(200_000)}\r\n\r\nx\r\n--edge--\r\n`,
    status: [200, 201, 202, 400, 413, 422],
  },
  {
    what: 'a form in a form',
    type: 'multipart/form-data; boundary=edge',
    body: '--edge\r\nContent-Type: multipart/mixed; boundary=in\r\n\r\n--in\r\n\r\nx\r\n--in--\r\n--edge--\r\n',
    status: [400, 422],
  },
  {
    what: 'a file without a name',
    type: 'multipart/form-data; boundary=edge',
    body: `${part('')}x\r\n--edge--\r\n`,
    status: [200, 201, 202, 400, 422],
  },
];

function part(name: string): string {
  return `--edge\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`;
}

/** Documents that unpack to far more than they are, or never end. */
export const badDocuments = (): readonly Omit<BadFile, 'status'>[] => [
  { what: 'a PDF that unpacks to a gigabyte', name: 'bomb.pdf', type: 'application/pdf', content: pdfBomb() },
  { what: 'a page nested without end', name: 'deep.html', type: 'text/html', content: '<div>'.repeat(150_000) },
  { what: 'a page of one unending tag', name: 'tag.html', type: 'text/html', content: `<a ${'x="'.repeat(200_000)}` },
  { what: 'a text of one word', name: 'word.txt', type: 'text/plain', content: Buffer.alloc(MIB - 1, 'x') },
];

/** A page whose drawing is a gigabyte of spaces. */
function pdfBomb(): Buffer {
  const mebibyte = deflateRawSync(Buffer.alloc(MIB, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const gibibyte = [ascii('\x78\x9c'), ...Array.from({ length: 1024 }, () => mebibyte), ascii('\x03\x00')];
  const packed = deflateSync(Buffer.concat(gibibyte));
  const plain = pdfOf(['MARK']).toString('latin1');
  const stream = `<< /Length ${packed.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n${packed.toString('latin1')}\nendstream`;
  return ascii(plain.replace(/<< \/Length \d+ >>\nstream\n.*?\nendstream/s, () => stream));
}
