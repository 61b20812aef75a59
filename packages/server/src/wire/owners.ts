import { createHash, timingSafeEqual } from 'node:crypto';

/** Without tokens everybody who can reach the server is this one. */
export const LOCAL_OWNER = 'local';

/** Who a token belongs to. Several named tokens are several owners. */
export class Owners {
  readonly #hashes: readonly { name: string; hash: Buffer }[];

  constructor(tokens: Readonly<Record<string, string>>) {
    this.#hashes = Object.entries(tokens).map(([name, token]) => ({ name, hash: digest(token) }));
  }

  /** Whether a token is needed at all. */
  get areNamed(): boolean {
    return this.#hashes.length > 0;
  }

  /** Takes the same time whichever token fits, and whether one does. */
  ownerOf(token: string): string | undefined {
    const given = digest(token);
    let owner: string | undefined;
    for (const { name, hash } of this.#hashes) if (timingSafeEqual(hash, given)) owner = name;
    return owner;
  }
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
