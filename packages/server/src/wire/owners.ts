import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Without tokens everybody who can reach the server is this one. */
export const LOCAL_OWNER = 'local';

interface Entry {
  readonly name: string;
  readonly token: Buffer;
  /** What a browser keeps: it opens the same door, but the token cannot be read from it. */
  readonly cookie: string;
  readonly cookieDigest: Buffer;
}

/** Who a token belongs to. Several named tokens are several owners. */
export class Owners {
  readonly #entries: readonly Entry[];

  constructor(tokens: Readonly<Record<string, string>>) {
    this.#entries = Object.entries(tokens).map(([name, token]) => {
      const cookie = createHmac('sha256', token).update(COOKIE_PURPOSE).digest('base64url');
      return { name, token: digest(token), cookie, cookieDigest: digest(cookie) };
    });
  }

  /** Whether a token is needed at all. */
  get areNamed(): boolean {
    return this.#entries.length > 0;
  }

  get names(): readonly string[] {
    return this.#entries.map(({ name }) => name);
  }

  ownerOf(token: string): string | undefined {
    return this.#match(token, (entry) => entry.token);
  }

  ownerOfCookie(value: string): string | undefined {
    return this.#match(value, (entry) => entry.cookieDigest);
  }

  cookieOf(owner: string): string | undefined {
    return this.#entries.find(({ name }) => name === owner)?.cookie;
  }

  /** Takes the same time whichever fits, and whether one does. */
  #match(given: string, digestOf: (entry: Entry) => Buffer): string | undefined {
    const hash = digest(given);
    let owner: string | undefined;
    for (const entry of this.#entries) if (timingSafeEqual(digestOf(entry), hash)) owner = entry.name;
    return owner;
  }
}

const COOKIE_PURPOSE = 'polywire cookie 1';

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
