import { fastifyMultipart, type MultipartFile } from '@fastify/multipart';
import type { Command, JsonObject, Outcome } from '@polywire/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../sessions/refuse.ts';
import type { SessionRecord, Store, Upload } from '../store/contract.ts';
import { StoreError } from '../store/errors.ts';
import type { Visit, Wire } from './contract.ts';
import { failure } from './failure.ts';
import { fileType, HEAD_BYTES, isText, looksLikeText, shownTypes, WRONG_TYPE } from './file-types.ts';
import { MAX_FILES, RefusedForm } from './form.ts';
import { FILE_POLICY } from './headers.ts';
import { notFound } from './not-found.ts';

export interface FileRequest {
  readonly store: Store;
  readonly wire: Wire;
  readonly visit: Visit;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Bytes of one file. */
  readonly limit: number;
  report(error: unknown): void;
}

/** Lets the server read forms with files. */
export function takeUploads(app: FastifyInstance, limit: number): void {
  app.register(fastifyMultipart, {
    throwFileSizeLimit: false,
    // One byte more than is taken, so that a file that is too long is told from one that just fits.
    limits: {
      fileSize: limit + 1,
      files: MAX_FILES,
      fields: 20,
      fieldSize: 64 * 1024,
      fieldNameSize: 256,
      headerPairs: 50,
    },
  });
}

/** Stores the files of a form with a session: all of them, or none. */
export async function receiveFiles(files: FileRequest, request: FastifyRequest, reply: FastifyReply) {
  const { endpoint, session } = files.visit;
  const record = session === undefined ? undefined : await find(files, session);
  const { outcome, status } = record ? await storeAll(files, record, request) : { outcome: notFound(session) };
  const body = { files: outcome.ok ? (outcome.value as JsonObject[]) : [] };
  const command = endpoint.read?.({ params: files.params, query: files.query, body }).values[0] ?? null;
  return answer(files, command, outcome, reply, status);
}

/** Sends one file. Only images are shown; anything else is for the disk, and none of it can run. */
export async function sendFile(files: FileRequest, command: Command, reply: FastifyReply) {
  const upload = command.type === 'call' ? await findFile(files, command.params) : undefined;
  const content = upload && (await files.store.uploads.read(files.visit.owner, upload.id));
  if (!upload || !content) return answer(files, command, refuse('NOT_FOUND', NO_FILE), reply);
  const type = upload.mediaType ?? 'application/octet-stream';
  const way = shownTypes.has(type) ? 'inline' : 'attachment';
  return reply
    .header('content-security-policy', FILE_POLICY)
    .header('content-disposition', `${way}; ${fileNames(upload.name)}`)
    .header('content-length', upload.size)
    .header('cache-control', 'private, no-cache')
    .type(type)
    .send(content);
}

const NO_FILE = 'There is no such file. / 没有该文件。';

interface Stored {
  readonly outcome: Outcome;
  /** Where it says more than the outcome's own. */
  readonly status?: number;
}

async function storeAll(files: FileRequest, { id }: SessionRecord, request: FastifyRequest): Promise<Stored> {
  const { store, visit } = files;
  const stored: Upload[] = [];
  try {
    if (!request.isMultipart()) throw RefusedForm.noForm();
    for await (const part of request.files()) {
      const upload = await storeOne(files, id, part);
      if (upload) stored.push(upload);
    }
    if (stored.length === 0) throw RefusedForm.noFile();
  } catch (error) {
    for (const { id: upload } of stored) await store.uploads.remove(visit.owner, upload);
    return refused(error, files.report);
  }
  const value = stored.map(({ id: upload, name, size, mediaType }) => ({ id: upload, name, size, mediaType }));
  return { outcome: { ok: true, value } };
}

async function storeOne({ store, visit, limit }: FileRequest, session: string, part: MultipartFile) {
  const { filename, mimetype, file } = part;
  try {
    const { head, rest } = await beginningOf(file);
    const mediaType = fileType(head, mimetype, filename);
    if (mediaType === undefined) throw new RefusedForm('INVALID', WRONG_TYPE, 415);
    const content = checked(rest, limit, isText(mediaType));
    return await store.uploads.add(visit.owner, session, { name: filename, mediaType }, content);
  } finally {
    // What is left of it must be read, or the form never ends.
    file.resume();
  }
}

/** Enough of a file to tell what it is, and all of it from the start. */
async function beginningOf(file: AsyncIterable<Buffer>): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  const source = file[Symbol.asyncIterator]();
  const next = () => source.next().catch(brokenForm);
  let head = Buffer.alloc(0);
  let isOver = false;
  while (head.length < HEAD_BYTES && !isOver) {
    const { value, done } = await next();
    if (done) isOver = true;
    else head = Buffer.concat([head, value]);
  }
  async function* rest() {
    yield head;
    while (!isOver) {
      const { value, done } = await next();
      if (done) return;
      yield value;
    }
  }
  return { head, rest: rest() };
}

async function* checked(content: AsyncIterable<Buffer>, limit: number, mustBeText: boolean): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > limit) throw RefusedForm.fileTooLarge(limit);
    if (mustBeText && !looksLikeText(chunk)) throw new RefusedForm('INVALID', WRONG_TYPE, 415);
    yield chunk;
  }
}

function brokenForm(error: Error): never {
  throw RefusedForm.byParser(error);
}

/** The store hands on what a file's content threw, as the cause of its own error. All else comes from the parser. */
function refused(error: unknown, report: (error: unknown) => void): Stored {
  const { cause } = error as Error;
  if (error instanceof StoreError && !(cause instanceof RefusedForm)) return { outcome: failure(error, report) };
  const { code, message, status } = RefusedForm.byParser(cause instanceof RefusedForm ? cause : error);
  return { outcome: refuse(code, message), ...(status !== undefined && { status }) };
}

function answer(
  { visit: { endpoint } }: FileRequest,
  command: Command | null,
  outcome: Outcome,
  reply: FastifyReply,
  status?: number,
): FastifyReply {
  const said = endpoint.write?.(command, outcome) ?? { status: outcome.ok ? 200 : 404, body: {} };
  return reply.code(status ?? said.status).send(said.body);
}

/** By its id, or by its name in a session: the last one of that name. */
async function findFile(files: FileRequest, params: JsonObject): Promise<Upload | undefined> {
  const { store, visit } = files;
  const { id, session, name } = params;
  if (typeof id === 'string') return store.uploads.get(visit.owner, id);
  const record = typeof session === 'string' ? await find(files, session) : undefined;
  const all = record ? await store.uploads.list(visit.owner, record.id) : [];
  return all.filter((each) => each.name === name).at(-1);
}

function find({ wire, visit }: FileRequest, session: string): Promise<SessionRecord | undefined> {
  return wire.directory.find(visit.owner, visit.dialect.name, session, false);
}

/** Once for programs that know ASCII only, once as it is. Stored names have no quotes. */
function fileNames(name: string): string {
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${name.replace(/[^ -~]/g, '_')}"; filename*=UTF-8''${exact}`;
}
