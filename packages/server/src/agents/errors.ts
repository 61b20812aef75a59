/** Ends a run with an error that the user is told. Anything else that an agent throws is shown as an internal error. */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly code: string;
  readonly timedOut: boolean;

  constructor(code: string, message: string, options: { cause?: unknown; timedOut?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.timedOut = options.timedOut ?? false;
  }
}
