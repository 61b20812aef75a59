import type { MultipartFile } from '@fastify/multipart';
import type { Outcome } from '@polywire/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gathered } from '../bytes.ts';
import { refuse } from '../sessions/refuse.ts';
import { safeFileName } from '../store/sqlite/file-name.ts';
import type { Knowledge, NewFile } from '../tools/knowledge/knowledge.ts';
import type { Claim } from '../tools/knowledge/room.ts';
import { fileType, HEAD_BYTES, isText, looksLikeText } from './file-types.ts';
import { RefusedForm } from './form.ts';
import type { FileRequest } from './uploads.ts';

type DocumentRequest = FileRequest & { readonly knowledge: Knowledge };

/** Takes the files of a form into the knowledge base: all of them, or none. They are read after the answer. */
export async function receiveDocuments(files: DocumentRequest, request: FastifyRequest, reply: FastifyReply) {
  const { outcome, status } = await takeAll(files, request);
  const said = files.visit.endpoint.write?.(null, outcome) ?? { status: outcome.ok ? 202 : 400, body: {} };
  return reply.code(status ?? said.status).send(said.body);
}

async function takeAll(files: DocumentRequest, request: FastifyRequest) {
  const { visit, knowledge } = files;
  const claims: Claim[] = [];
  try {
    if (!request.isMultipart()) throw RefusedForm.noForm();
    const taken: NewFile[] = [];
    for await (const part of request.files()) {
      const claim = knowledge.claim(visit.owner);
      claims.push(claim);
      taken.push(await takeOne(part, claim, files.limit));
    }
    if (taken.length === 0) throw RefusedForm.noFile();
    const outcome: Outcome = { ok: true, value: knowledge.addFiles(visit.owner, taken) as never };
    return { outcome };
  } catch (error) {
    for (const claim of claims) claim.free();
    const { code, message, status } = RefusedForm.byParser(error);
    return { outcome: refuse(code, message), status };
  }
}

async function takeOne(part: MultipartFile, claim: Claim, limit: number): Promise<NewFile> {
  const { file, filename } = part;
  try {
    const bytes = await gathered(bounded(file, claim, limit));
    const mediaType = documentType(part, bytes);
    if (mediaType === undefined) throw new RefusedForm('INVALID', WRONG_TYPE, 415);
    return { name: safeFileName(filename ?? ''), mediaType, bytes, claim };
  } finally {
    // What is left of it must be read, or the form never ends.
    file.resume();
  }
}

async function* bounded(content: AsyncIterable<Buffer>, claim: Claim, limit: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > limit) throw RefusedForm.fileTooLarge(limit);
    if (!claim.take(chunk.length)) throw new RefusedForm('BUSY', NO_ROOM);
    yield chunk;
  }
}

const NO_ROOM =
  'Too much waits to be read: send fewer files at once, or wait until those before them are read. / 等待读取的文档过多：请减少一次提交的文件，或等待先前的文档读取完成。';
const WRONG_TYPE =
  'Only Markdown, text, HTML, CSV, JSON and PDF files are taken, under their own type. / 仅接受 Markdown、文本、HTML、CSV、JSON、PDF 文件，且声明类型须与内容一致。';

/** What a document is, where its name, its declared type and its content agree; images are none. */
function documentType({ mimetype, filename }: MultipartFile, bytes: Buffer): string | undefined {
  const isHtml = /\.html?$/i.test(filename) || /^text\/html\b/i.test(mimetype);
  const type = isHtml ? 'text/html' : fileType(bytes.subarray(0, HEAD_BYTES), mimetype, filename);
  if (type === 'application/pdf') return type;
  return type !== undefined && (isHtml || isText(type)) && looksLikeText(bytes) ? type : undefined;
}
