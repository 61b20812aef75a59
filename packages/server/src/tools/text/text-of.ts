import { runJob } from '../sandbox/run-job.ts';
import { decodeText } from './decode-text.ts';
import type { DocumentInput, DocumentText } from './document.job.ts';
import { titleIn } from './title-in.ts';

export interface TextOptions {
  readonly mediaType: string;
  readonly name: string;
  readonly signal: AbortSignal;
  /** Where the bytes are from: links and titles of a page may depend on it. */
  readonly url?: string;
  /** As the sender said. */
  readonly charset?: string;
  /** How much is done, from 0 to 1. */
  onProgress?(done: number): void;
}

/** The readable text of a document. HTML and PDF are read in a process of their own: some of them are made to harm. */
export async function textOf(bytes: Uint8Array, options: TextOptions): Promise<DocumentText> {
  const { mediaType, name, signal, url, charset, onProgress } = options;
  const kind = kinds[mediaType];
  if (kind === undefined) throw new Error(`${mediaType} is not read. / 不支持读取 ${mediaType}。`);
  if (kind === 'text') {
    const text = decodeText(bytes, charset);
    return { title: titleIn(text, mediaType) ?? name, text };
  }
  const input: DocumentInput =
    kind === 'pdf' ? { kind, bytes } : { kind, html: decodeText(bytes, charset ?? charsetIn(bytes)), url };
  const read = await runJob<DocumentText>(DOCUMENT, input, {
    ...LIMITS,
    signal,
    onProgress: (done) => onProgress?.(Number(done)),
  });
  return { title: read.title === '' ? name : read.title, text: read.text };
}

const DOCUMENT = new URL('./document.job.ts', import.meta.url);
/** A book of a thousand pages takes some seconds. */
const LIMITS = { timeoutMs: 90_000, memoryMb: 512 };

const kinds: Readonly<Record<string, 'text' | 'html' | 'pdf'>> = {
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/csv': 'text',
  'application/json': 'text',
  'text/xml': 'text',
  'application/xml': 'text',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
};

export function isReadable(mediaType: string): boolean {
  return Object.hasOwn(kinds, mediaType);
}

/** What a page says of itself, near its beginning. */
function charsetIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1');
  return /<meta[^>]{0,200}charset=["']?([\w-]{2,40})/i.exec(head)?.[1];
}
