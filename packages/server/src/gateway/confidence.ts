import { RunError } from '../agents/errors.ts';
import { confidentialIn } from '../observe/confidential.ts';
import { Secrets } from '../observe/secrets.ts';
import type { Upstream } from './settings.ts';

/** What another server was given to let us in: it may quote that, in what it says and in why it refuses. */
export class Confidence {
  readonly #secrets: Secrets;

  constructor({ token, headers = {} }: Pick<Upstream, 'token' | 'headers'>) {
    this.#secrets = new Secrets([token, ...confidentialIn(headers)]);
  }

  async *events<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const event of source) yield this.said(event);
  }

  said<T>(value: T): T {
    return this.#secrets.hideIn(value);
  }

  error(error: unknown): unknown {
    if (!(error instanceof RunError)) return error;
    const { code, message, cause, timedOut } = error;
    return new RunError(code, this.#secrets.hide(message), { cause, timedOut });
  }
}
