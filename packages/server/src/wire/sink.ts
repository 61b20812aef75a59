import type { Format } from './format.ts';

/** Where a watcher's bytes go: a WebSocket's stream, or the body of an HTTP response. */
export interface Sink {
  /** Changes with what the client asks to be added to its frames; some ask in a message. */
  format: Format;
  /** False where nothing is taken any more: the other side has said goodbye. `onTaken`: nobody needs the bytes any more. */
  write(bytes: Buffer, onTaken?: () => void): boolean;
  /** Bytes that were written and not yet taken by the other side. */
  readonly buffered: number;
  /** Calls back once when the buffer is empty. */
  onceDrained(callback: () => void): void;
  /** The stream is complete. */
  end(): void;
  /** The stream is given up; the client may come back and resume, unless it was `refused` what it asked for. */
  cut(reason: string, why?: 'refused'): void;
}
