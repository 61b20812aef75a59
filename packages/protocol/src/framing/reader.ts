import type { Frame } from '../dialect.ts';

export interface Framed {
  readonly frames: readonly Frame[];
  /** What could not be read: too long, not text; in both languages. The rest goes on. */
  readonly issue?: string;
}

/** Bytes to frames, however the bytes are cut. MUST hold no more than its bound. */
export interface FrameReader {
  push(bytes: Uint8Array | string): Framed;
  end(): Framed;
}

/** UTF-8 that may be split inside a character. */
export class TextSource {
  readonly #decoder = new TextDecoder();

  push(bytes: Uint8Array | string): string {
    return typeof bytes === 'string' ? bytes : this.#decoder.decode(bytes, { stream: true });
  }

  end(): string {
    return this.#decoder.decode();
  }
}
