import type { Frame } from '@polywire/protocol';

export interface ReceivedFrame extends Frame {
  /** Its place, where the framing tells one. */
  readonly id?: string;
}

/** Why a connection is over. */
export interface Ending {
  /** Of the WebSocket; 1000 for a body that ended, 1006 for one that broke off. */
  readonly code: number;
  readonly reason: string;
  /** The server answered, and it was a no. */
  readonly refusal?: { readonly status: number; readonly message: string };
}

export interface LinkEvents {
  opened(): void;
  /** The server is alive, whatever it said. */
  heard(): void;
  frame(frame: ReceivedFrame): void;
  /** Bytes that were no frame. */
  broken(detail: string): void;
  /** Comes once, never after `close()`. */
  ended(ending: Ending): void;
}

/** One connection, made once and never again. */
export interface Link {
  /** Whether another frame can go up on it. */
  readonly isTwoWay: boolean;
  send(frame: Frame): void;
  close(): void;
}
