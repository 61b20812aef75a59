import type { Locale } from '@polywire/protocol';
import { codeIn, hasCode } from '../has-code.ts';

export type StoreErrorCode =
  | 'IN_USE'
  | 'TOO_NEW'
  | 'UNSUPPORTED'
  | 'STORAGE_FULL'
  | 'BUSY'
  | 'READ_ONLY'
  | 'DAMAGED'
  | 'INVALID'
  | 'CONFLICT'
  | 'INTERNAL';

/** One sentence in each language. */
export type Sentence = Readonly<Record<Locale, string>>;

/** The one error of the store. `message` has both languages; `says` has each for those who know the reader's. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  readonly says: Sentence;

  constructor(code: StoreErrorCode, says: Sentence, options?: { cause?: unknown }) {
    super(`${says.en} / ${says.zh}`, options);
    this.code = code;
    this.says = says;
  }

  /** What SQLite or the file system threw, under a code that callers can act on. */
  static from(thrown: unknown): StoreError {
    if (thrown instanceof StoreError) return thrown;
    const code = codeOf(thrown);
    return new StoreError(code, sentences[code], { cause: thrown });
  }

  /** The same at the start, where every statement is known to be right: what does not fit it is the file. */
  static atOpening(thrown: unknown): StoreError {
    const isMisfit = hasCode(thrown, 'SQLITE_ERROR');
    return isMisfit ? StoreError.damaged(thrown) : StoreError.from(thrown);
  }

  static damaged(cause: unknown): StoreError {
    return new StoreError('DAMAGED', sentences.DAMAGED, { cause });
  }
}

const sentences = {
  STORAGE_FULL: {
    en: 'There is no room left to store this: delete old sessions, or raise the quota or the free disk space.',
    zh: '存储空间已满，无法保存：请删除旧会话，或提高配额、释放磁盘空间。',
  },
  BUSY: {
    en: 'Another program is holding the database: try again in a moment.',
    zh: '数据库正被其他程序占用：请稍后重试。',
  },
  READ_ONLY: {
    en: 'The data folder cannot be written to: check its permissions.',
    zh: '数据目录不可写：请检查其权限。',
  },
  DAMAGED: {
    en: 'The database is damaged: restore it from a backup.',
    zh: '数据库已损坏：请从备份恢复。',
  },
  CONFLICT: {
    en: 'This contradicts what is already stored.',
    zh: '与已存储的内容冲突。',
  },
  INTERNAL: {
    en: 'The store failed.',
    zh: '存储出错。',
  },
} satisfies Partial<Record<StoreErrorCode, Sentence>>;

/** How codes of SQLite (by prefix) and of the system read here. The first match counts. */
const meanings: readonly (readonly [prefix: string, code: keyof typeof sentences])[] = [
  ['SQLITE_FULL', 'STORAGE_FULL'],
  // SQLite says so when the disk has no room for its shared-memory file.
  ['SQLITE_IOERR_SHMSIZE', 'STORAGE_FULL'],
  ['ENOSPC', 'STORAGE_FULL'],
  ['EDQUOT', 'STORAGE_FULL'],
  ['SQLITE_BUSY', 'BUSY'],
  ['SQLITE_LOCKED', 'BUSY'],
  ['SQLITE_READONLY', 'READ_ONLY'],
  ['SQLITE_CANTOPEN', 'READ_ONLY'],
  ['SQLITE_PERM', 'READ_ONLY'],
  ['EACCES', 'READ_ONLY'],
  ['EPERM', 'READ_ONLY'],
  ['EROFS', 'READ_ONLY'],
  ['SQLITE_CONSTRAINT', 'CONFLICT'],
  ['SQLITE_CORRUPT', 'DAMAGED'],
  ['SQLITE_NOTADB', 'DAMAGED'],
  // The log's own word for it.
  ['DAMAGED', 'DAMAGED'],
];

function codeOf(thrown: unknown): keyof typeof sentences {
  const raw = codeIn(thrown);
  return meanings.find(([prefix]) => raw.startsWith(prefix))?.[1] ?? 'INTERNAL';
}
