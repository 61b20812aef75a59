import type { MultipartFile } from '@fastify/multipart';
import type { Outcome } from '@polywire/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../sessions/refuse.ts';
import { safeFileName } from '../store/sqlite/file-name.ts';
import type { Knowledge, NewFile } from '../tools/knowledge/knowledge.ts';
import { fileType, HEAD_BYTES, isText, looksLikeText } from './file-types.ts';
import type { FileRequest } from './uploads.ts';

/** Takes the files of a form into the knowledge base: all of them, or none. They are read after the answer. */
export async function receiveDocuments(
  files: FileRequest & { readonly knowledge: Knowledge },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { visit, knowledge } = files;
  const outcome = await takeAll(files.limit, request);
  const stored: Outcome = outcome.ok
    ? { ok: true, value: knowledge.addFiles(visit.owner, outcome.files) as never }
    : refuse(outcome.code, outcome.why);
  const said = visit.endpoint.write?.(null, stored) ?? { status: stored.ok ? 202 : 400, body: {} };
  return reply.code(!outcome.ok && outcome.status !== undefined ? outcome.status : said.status).send(said.body);
}

type Taken =
  | { readonly ok: true; readonly files: readonly NewFile[] }
  | { readonly ok: false; readonly code: 'INVALID' | 'TOO_LARGE'; readonly why: string; readonly status?: number };

async function takeAll(limit: number, request: FastifyRequest): Promise<Taken> {
  if (!request.isMultipart()) return { ok: false, code: 'INVALID', why: NO_FORM, status: 415 };
  const taken: NewFile[] = [];
  let wrong: Taken | undefined;
  try {
    for await (const part of request.files()) {
      const bytes = await part.toBuffer();
      const mediaType = documentType(part, bytes);
      if (bytes.length > limit) wrong ??= { ok: false, code: 'TOO_LARGE', why: tooLarge(limit) };
      else if (mediaType === undefined) wrong ??= { ok: false, code: 'INVALID', why: WRONG_TYPE, status: 415 };
      else taken.push({ name: safeFileName(part.filename ?? ''), mediaType, bytes });
    }
  } catch (error) {
    const { message, statusCode = 400 } = error as Error & { statusCode?: number };
    return { ok: false, code: statusCode === 413 ? 'TOO_LARGE' : 'INVALID', why: message, status: statusCode };
  }
  if (wrong) return wrong;
  return taken.length > 0 ? { ok: true, files: taken } : { ok: false, code: 'INVALID', why: NO_FILE };
}

const NO_FORM = 'A form with files is needed. / 需要带文件的表单。';
const NO_FILE = 'The form has no file. / 表单中没有文件。';
const WRONG_TYPE =
  'Only Markdown, text, HTML, CSV, JSON and PDF files are taken, under their own type. / 仅接受 Markdown、文本、HTML、CSV、JSON、PDF 文件，且声明类型须与内容一致。';

function tooLarge(limit: number): string {
  return `A file has at most ${limit} bytes. / 单个文件最多 ${limit} 字节。`;
}

/** What a document is, where its name, its declared type and its content agree; images are none. */
function documentType({ mimetype, filename }: MultipartFile, bytes: Buffer): string | undefined {
  const isHtml = /\.html?$/i.test(filename) || /^text\/html\b/i.test(mimetype);
  const type = isHtml ? 'text/html' : fileType(bytes.subarray(0, HEAD_BYTES), mimetype, filename);
  if (type === 'application/pdf') return type;
  return type !== undefined && (isHtml || isText(type)) && looksLikeText(bytes) ? type : undefined;
}
