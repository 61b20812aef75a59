import { countable } from '../sessions/limits.ts';

/** What clients may use of the server. 0 means no limit. */
export interface WireLimits {
  /** Sockets and streams of one owner at a time. */
  readonly connections: number;
  /** What one owner may ask for in a minute; keep-alives are free. */
  readonly messagesPerMinute: number;
  readonly uploadBytes: number;
  /** For the head of a request: who dribbles it in holds a place that others need. */
  readonly headMs: number;
  /** For a whole request with its body. */
  readonly requestMs: number;
  /** For the message that brings the token. */
  readonly firstMessageMs: number;
  /** How often a silent connection is shown that it lives, and asked whether the other side does. */
  readonly heartbeatMs: number;
}

export const defaultWireLimits: WireLimits = {
  connections: 200,
  messagesPerMinute: 600,
  uploadBytes: 20 * 1024 * 1024,
  headMs: 10_000,
  requestMs: 5 * 60_000,
  firstMessageMs: 5_000,
  heartbeatMs: 15_000,
};

/** With what a configuration says otherwise. */
export function wireLimitsWith(said: Partial<WireLimits>): WireLimits {
  const limits = countable({ ...defaultWireLimits, ...said });
  return { ...limits, uploadBytes: limits.uploadBytes || Number.POSITIVE_INFINITY };
}

/** How node's HTTP server keeps them: it refuses a head that may take longer than the whole. */
export function timeoutsOf({ headMs, requestMs }: WireLimits) {
  const shortest = Math.min(...[headMs, requestMs, 30_000].filter((ms) => ms > 0));
  return {
    headersTimeout: requestMs > 0 ? Math.min(headMs, requestMs) : headMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.max(50, shortest / 2),
  };
}

/** The most that one message may have without its files, over a socket; or with them, as the body of a request. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

interface Use {
  connections: number;
  messages: number;
  /** The minute that the messages are counted in. */
  minute: number;
}

/** Keeps one owner from taking what the others need. */
export class Shares {
  readonly limits: WireLimits;
  readonly #uses = new Map<string, Use>();

  constructor(limits: WireLimits) {
    this.limits = limits;
  }

  /** Takes a place for a connection; false where the owner has all of theirs. Each one taken is given back once. */
  connect(owner: string): boolean {
    const use = this.#of(owner);
    if (this.limits.connections > 0 && use.connections >= this.limits.connections) return false;
    use.connections += 1;
    return true;
  }

  release(owner: string): void {
    this.#of(owner).connections -= 1;
  }

  /** Counts a message, a large one as several; false where it is one too many. */
  message(owner: string, now: number, bytes = 0): boolean {
    const use = this.#of(owner);
    const minute = Math.floor(now / 60_000);
    if (use.minute !== minute) {
      use.minute = minute;
      use.messages = 0;
    }
    use.messages += Math.max(1, Math.ceil(bytes / MAX_MESSAGE_BYTES));
    return this.limits.messagesPerMinute === 0 || use.messages <= this.limits.messagesPerMinute;
  }

  /** Owners are named in the configuration, so there are few. */
  #of(owner: string): Use {
    const known = this.#uses.get(owner);
    if (known) return known;
    const use = { connections: 0, messages: 0, minute: 0 };
    this.#uses.set(owner, use);
    return use;
  }
}

export const TOO_MANY_CONNECTIONS = 'Too many connections: close some first. / 连接过多，请先关闭一些。';
export const TOO_MANY_MESSAGES = 'Too many messages: wait a minute. / 消息过多，请稍候一分钟。';
