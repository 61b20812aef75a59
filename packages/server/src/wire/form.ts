import type { RefusalCode } from '@polywire/protocol';

export const MAX_FILES = 10;

/** Why a form is not taken. */
export class RefusedForm extends Error {
  override readonly name = 'RefusedForm';
  readonly code: RefusalCode;
  /** Where it says more than the code's own. */
  readonly status: number | undefined;

  constructor(code: RefusalCode, message: string, status?: number) {
    super(message);
    this.code = code;
    this.status = status;
  }

  static noForm(): RefusedForm {
    return new RefusedForm('INVALID', 'A form with files is needed. / 需要带文件的表单。', 415);
  }

  static noFile(): RefusedForm {
    return new RefusedForm('INVALID', 'The form has no file. / 表单中没有文件。');
  }

  static fileTooLarge(limit: number): RefusedForm {
    return new RefusedForm('TOO_LARGE', fileTooLarge(limit));
  }

  /** What the parser found wrong with it. */
  static byParser(error: unknown): RefusedForm {
    if (error instanceof RefusedForm) return error;
    const { message, code = '', statusCode = 400 } = error as Error & { code?: string; statusCode?: number };
    if (code === 'FST_FILES_LIMIT') return new RefusedForm('TOO_LARGE', TOO_MANY, statusCode);
    const why = `The form cannot be read: ${message}. / 无法读取表单：${message}。`;
    return new RefusedForm(statusCode === 413 ? 'TOO_LARGE' : 'INVALID', why, statusCode);
  }
}

export function fileTooLarge(limit: number): string {
  return `A file has at most ${limit} bytes. / 单个文件最多 ${limit} 字节。`;
}

const TOO_MANY = `A form has at most ${MAX_FILES} files. / 一个表单最多 ${MAX_FILES} 个文件。`;

/** The body of a form before it is read: enough to know what is called for. */
export const NO_FILES_YET = { files: [] } as const;
