/** What every side has to carry: `runs` streams of `chunks` chunks at once, each to `watchers` readers. */
export interface Workload {
  readonly name: string;
  readonly runs: number;
  readonly watchers: number;
  readonly chunks: number;
  /** The first so many chunks of each run are carried, but not counted: programs are slower before they are compiled. */
  readonly warmUp: number;
  /** So many of these come as fast as they can: few runs at a slow pace would take minutes to have a program compiled. */
  readonly rush?: number;
  readonly pace:
    | { readonly kind: 'burst'; readonly perTurn: number }
    | { readonly kind: 'paced'; readonly everyMs: number };
}

/** Carries the chunks of one run to all its readers; resolves when the last is handed over. */
export type Carry = (send: (text: string) => void) => Promise<void>;

/** A server that is measured. Lives in a process of its own. */
export interface Side {
  /** Where readers connect. */
  readonly port: number;
  /** One for each reader. They connect in this order, one after another answered. */
  readonly dialogues: readonly Dialogue[];
  close(): Promise<void>;
  /** What was stored of the chunks, for each dialogue; read from the disk after `close`. */
  stored?(): Promise<readonly Received[]>;
}

export type StartSide = (workload: Workload, carry: Carry) => Promise<Side>;

/** How the one bare reader talks to a side. */
export interface Dialogue {
  readonly transport: 'ws' | 'sse';
  readonly path: string;
  /** Of a request that is a POST. */
  readonly body?: string;
  /** Sent one text frame each, the next when something came back; the last asks for the stream. */
  readonly says?: readonly string[];
  /** The server speaks first. */
  readonly isGreeted?: boolean;
  /** With what a frame begins that is a chunk. */
  readonly chunkPrefix: string;
}

export interface Received {
  readonly frames: number;
  readonly bytes: number;
}

/** From the parent to the process of a side, and back. */
export type Order = { readonly kind: 'read' } | { readonly kind: 'weigh' } | { readonly kind: 'close' };
export type Report =
  | { readonly kind: 'listening'; readonly port: number; readonly dialogues: readonly Dialogue[] }
  | { readonly kind: 'carried' }
  | { readonly kind: 'read'; readonly cpuMicros: number; readonly rss: number }
  | { readonly kind: 'weighed'; readonly rss: number }
  | { readonly kind: 'closed'; readonly stored?: readonly Received[] };
