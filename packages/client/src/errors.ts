import type { RefusalCode } from '@polywire/protocol';

/**
 * UNSUPPORTED: the dialect has no word for it. REFUSED: the server said no, `refusal` tells why. LOST: the connection
 * ended and nobody knows whether it arrived. TIMEOUT: the server is silent. CLOSED: this conversation is over.
 */
export type ClientErrorCode =
  | 'UNSUPPORTED'
  | 'REFUSED'
  | 'LOST'
  | 'TIMEOUT'
  | 'CLOSED'
  | 'ABORTED'
  | 'OVERFLOW'
  | 'INVALID';

export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: ClientErrorCode;
  /** The server's own word, where it had one. */
  readonly refusal: RefusalCode | undefined;
  /** The status of an HTTP answer. */
  readonly status: number | undefined;

  constructor(
    code: ClientErrorCode,
    message: string,
    about: { cause?: unknown; refusal?: RefusalCode | undefined; status?: number | undefined } = {},
  ) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.code = code;
    this.refusal = about.refusal;
    this.status = about.status;
  }
}

/** Why there can be no connection, now or later: nobody is asked again. */
export function invalid(error: unknown): ClientError {
  if (error instanceof ClientError) return error;
  const why = (error as Error).message;
  return new ClientError('INVALID', `No connection can be made: ${why}. / 无法建立连接：${why}。`, { cause: error });
}
