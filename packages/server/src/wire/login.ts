import { createHash, randomBytes } from 'node:crypto';

/** Links that open the page once, for people who cannot send a header. */
export class Login {
  /** By the digest of the code: what is in memory opens nothing. */
  readonly #codes = new Map<string, { owner: string; until: number }>();

  /** The path of a new link. */
  issue(owner: string, now: number): string {
    const code = randomBytes(32).toString('base64url');
    if (this.#codes.size >= MAX_CODES) this.#codes.delete(this.#codes.keys().next().value as string);
    this.#codes.set(digest(code), { owner, until: now + LOGIN_LINK_MS });
    return `${LOGIN_PATH}${code}`;
  }

  /** Whose link it is. It is spent by asking. */
  redeem(code: string, now: number): string | undefined {
    const key = digest(code);
    const found = this.#codes.get(key);
    this.#codes.delete(key);
    return found && now < found.until ? found.owner : undefined;
  }
}

export const LOGIN_PATH = '/enter/';
export const LOGIN_LINK_MS = 10 * 60_000;
const MAX_CODES = 100;

function digest(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
