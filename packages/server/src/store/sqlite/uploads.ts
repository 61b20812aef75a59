import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { hasCode } from '../../has-code.ts';
import type { Upload, Uploads } from '../contract.ts';
import { StoreError } from '../errors.ts';
import { safeFileName } from './file-name.ts';
import { isSafeId, newId } from './ids.ts';
import { OWNER_ONLY } from './lock.ts';
import { ownsSession } from './owns-session.ts';
import { build, type Queries } from './query.ts';
import { present } from './rows.ts';
import { uploadFolder, uploadPath } from './upload-path.ts';

export interface UploadsOptions {
  readonly directory: string;
  /** Bytes of all uploads together. */
  readonly quota: number;
  readonly now: () => number;
}

/** The contract, and what the rest of the store does with files. */
export interface SqliteUploads extends Uploads {
  /** Takes away the files of a session that is gone. */
  forget(session: string): Promise<void>;
  /** Takes away files that nothing refers to: what a crash left between a file and its row. */
  sweep(): Promise<void>;
}

export function sqliteUploads(queries: Queries, { directory, quota, now }: UploadsOptions): SqliteUploads {
  /** Bytes of uploads that are coming in and have no row yet. */
  let incoming = 0;
  const folderOf = (session: string) => uploadFolder(directory, session);
  const pathOf = (session: string, id: string) => uploadPath(directory, session, id);

  const owned = (owner: string) =>
    build
      .selectFrom('uploads')
      .innerJoin('sessions', 'sessions.id', 'uploads.session')
      .select(['uploads.id', 'session', 'name', 'type as mediaType', 'size', 'sha256', 'uploads.created'])
      .where('owner', '=', owner)
      // In the order they came: a clock may stand still, or be set back.
      .orderBy(sql`uploads.rowid`);

  function get(owner: string, id: string): Upload | undefined {
    const row = queries.first(owned(owner).where('uploads.id', '=', id));
    return row && present(row);
  }

  function stored(): number {
    const sum = build.selectFrom('uploads').select((eb) => eb.fn.sum<number | null>('size').as('size'));
    return queries.first(sum)?.size ?? 0;
  }

  /** Passes `content` on as long as there is room for it. */
  async function* withinQuota(content: AsyncIterable<Uint8Array>, taken: (bytes: number) => void) {
    for await (const bytes of content) {
      taken(bytes.byteLength);
      if (stored() + incoming > quota) throw full();
      yield bytes;
    }
  }

  return {
    async add(owner, session, { name, mediaType, folder = [] }, content) {
      if (!ownsSession(queries, owner, session)) return undefined;
      const id = newId('file');
      const path = pathOf(session, id);
      let size = 0;
      const taken = (bytes: number) => {
        size += bytes;
        incoming += bytes;
      };
      try {
        await mkdir(folderOf(session), { recursive: true, mode: 0o700 });
        const sha256 = await writePrivate(`${path}.part`, withinQuota(content, taken));
        await rename(`${path}.part`, path);
        const called = [...folder, name].map(safeFileName).join('/');
        const row = { id, session, name: called, type: mediaType ?? null, size, sha256, created: now() };
        queries.run(build.insertInto('uploads').values(row));
      } catch (error) {
        await Promise.all([rm(path, { force: true }), rm(`${path}.part`, { force: true })]);
        throw StoreError.from(error);
      } finally {
        incoming -= size;
      }
      return get(owner, id);
    },
    async list(owner, session) {
      return queries.all(owned(owner).where('session', '=', session)).map(present);
    },
    async get(owner, id) {
      return get(owner, id);
    },
    async read(owner, id) {
      const upload = get(owner, id);
      return upload && createReadStream(pathOf(upload.session, id));
    },
    async remove(owner, id) {
      const upload = get(owner, id);
      if (!upload) return false;
      queries.run(build.deleteFrom('uploads').where('id', '=', id));
      await rm(pathOf(upload.session, id), { force: true });
      return true;
    },
    async forget(session) {
      // Any other id never had a folder.
      if (isSafeId(session)) await rm(folderOf(session), { recursive: true, force: true });
    },
    async sweep() {
      const known = new Set(
        queries.all(build.selectFrom('uploads').select(['session', 'id'])).map((row) => pathOf(row.session, row.id)),
      );
      const sessions = new Set([...known].map((path) => join(path, '..')));
      for (const folder of await namesIn(directory)) {
        const path = join(directory, folder);
        if (!sessions.has(path)) await rm(path, { recursive: true, force: true });
        for (const name of sessions.has(path) ? await namesIn(path) : []) {
          if (!known.has(join(path, name))) await rm(join(path, name), { force: true });
        }
      }
    },
  };
}

/** Writes a new private file that is on the disk when this is done; returns its sha256. */
async function writePrivate(path: string, content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', OWNER_ONLY);
  try {
    for await (const bytes of content) {
      hash.update(bytes);
      await file.writeFile(bytes);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function full(): StoreError {
  return new StoreError('STORAGE_FULL', {
    en: 'There is no room left for uploads: delete some, or raise their quota.',
    zh: '上传空间已满：请删除部分文件，或提高上传配额。',
  });
}
