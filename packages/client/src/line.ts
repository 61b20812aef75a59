import type { Frame } from '@polywire/protocol';
import { Backoff } from './backoff.ts';
import type { Ending, Link, LinkEvents, ReceivedFrame } from './link/contract.ts';

export interface LineOptions {
  /** Makes a connection; undefined where there is nothing to open one for. Throws where none can be made. */
  open(events: LinkEvents): Link | undefined;
  opened(): void;
  failed(error: unknown): void;
  frame(frame: ReceivedFrame): void;
  broken(detail: string): void;
  /** The connection ended without our doing. Says what is to become of it. */
  ended(ending: Ending): 'again' | 'rest';
  /** Whether the server owes something now, so that its silence means something. */
  isOwed(): boolean;
  /** What keeps the connection, and whether it is answered. */
  readonly ping: { readonly frames: readonly Frame[]; readonly everyMs: number; readonly isAnswered: boolean };
  readonly idleMs: number;
  readonly random: () => number;
  readonly now: () => number;
}

/** One connection at a time to the server, made again when it breaks. */
export class Line {
  readonly #options: LineOptions;
  readonly #backoff: Backoff;
  #link: Link | undefined;
  #isOpen = false;
  #openedAt = 0;
  #heardAt = 0;
  #askedAt: number | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pinging: ReturnType<typeof setInterval> | undefined;
  #watching: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.random);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** A connection that stands, or one that is being made. */
  get link(): Link | undefined {
    return this.#link;
  }

  /** Makes a connection where there is none and none is about to be made. */
  ensure(): void {
    if (this.#link || this.#retry !== undefined) return;
    this.#open();
  }

  send(frame: Frame): void {
    this.#link?.send(frame);
    this.expect();
  }

  /** From here on the server owes something. */
  expect(): void {
    this.#heardAt = this.#options.now();
    this.#watch();
  }

  /** Ends the connection from this side; nothing more is heard of it. */
  drop(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#forget()?.close();
  }

  #open(): void {
    try {
      this.#link = this.#made();
    } catch (error) {
      this.#options.failed(error);
    }
  }

  #made(): Link | undefined {
    const { opened, frame, broken, now } = this.#options;
    let isOver = false;
    const mine = (work: () => void): void => {
      if (!isOver) work();
    };
    return this.#options.open({
      opened: () =>
        mine(() => {
          this.#isOpen = true;
          this.#openedAt = now();
          this.expect();
          this.#keepAlive();
          opened();
        }),
      heard: () =>
        mine(() => {
          this.#heardAt = now();
          this.#askedAt = undefined;
        }),
      frame: (received) =>
        mine(() => {
          this.#backoff.reset();
          frame(received);
          this.#watch();
        }),
      broken: (detail) => mine(() => broken(detail)),
      ended: (ending) =>
        mine(() => {
          isOver = true;
          this.#over(ending);
        }),
    });
  }

  #over(ending: Ending): void {
    const lasted = this.#isOpen && this.#options.now() - this.#openedAt > STEADY_MS;
    if (lasted) this.#backoff.reset();
    this.#forget();
    if (this.#options.ended(ending) !== 'again' || this.#retry !== undefined) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.ensure();
    }, this.#backoff.next());
  }

  #forget(): Link | undefined {
    const link = this.#link;
    this.#link = undefined;
    this.#isOpen = false;
    this.#askedAt = undefined;
    clearInterval(this.#pinging);
    clearTimeout(this.#watching);
    this.#watching = undefined;
    return link;
  }

  #keepAlive(): void {
    const { frames, everyMs } = this.#options.ping;
    if (frames.length === 0 || !this.#link?.isTwoWay) return;
    this.#pinging = setInterval(() => this.#ping(), everyMs);
    unref(this.#pinging);
  }

  #ping(): void {
    const { frames, isAnswered } = this.#options.ping;
    for (const frame of frames) this.#link?.send(frame);
    if (!isAnswered || this.#askedAt !== undefined) return;
    this.#askedAt = this.#options.now();
    this.#watch();
  }

  /** Looks again when the silence would have lasted long enough. */
  #watch(): void {
    if (this.#watching !== undefined || !this.#link) return;
    const { idleMs, now } = this.#options;
    const wait = Math.max(1, Math.max(this.#heardAt, this.#askedAt ?? 0) + idleMs - now());
    this.#watching = setTimeout(() => {
      this.#watching = undefined;
      const isOwed = this.#askedAt !== undefined || this.#options.isOwed();
      if (!isOwed) return;
      if (now() - Math.max(this.#heardAt, this.#askedAt ?? 0) < idleMs) return this.#watch();
      const link = this.#forget();
      link?.close();
      this.#over({
        code: SILENT,
        reason: `The server was silent for ${idleMs} ms. / 服务器已有 ${idleMs} 毫秒没有响应。`,
      });
    }, wait);
  }
}

/** A code of ours for a peer that is there and says nothing. */
export const SILENT = 4_408;
/** A connection that lasted so long was a good one. */
const STEADY_MS = 10_000;

/** A ping alone must not keep a program running. */
function unref(timer: unknown): void {
  (timer as { unref?: () => void }).unref?.();
}
