export type ProtocolErrorCode =
  | 'FRAME_TOO_LARGE'
  | 'INVALID_UTF8'
  | 'ILLEGAL_SEQUENCE'
  | 'UNKNOWN_DIALECT'
  | 'UNSUPPORTED';

/** Thrown for mistakes of the caller. Bad input from a wire is a value (`Issue`), never this. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: ProtocolErrorCode;

  constructor(code: ProtocolErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
