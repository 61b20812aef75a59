/** What every side has to carry: `runs` streams of `chunks` chunks at once. */
export interface Workload {
  readonly name: string;
  readonly runs: number;
  readonly chunks: number;
  /** The first so many chunks of each run are carried, but not counted: programs are slower before they are compiled. */
  readonly warmUp: number;
  readonly pace:
    | { readonly kind: 'burst'; readonly perTurn: number }
    | { readonly kind: 'paced'; readonly everyMs: number };
}

/** Carries chunks to one reader; resolves when the last is handed over. */
export type Carry = (send: (text: string) => void) => Promise<void>;

/** A server that is measured. Lives in a process of its own. */
export interface Side {
  /** Where readers connect. */
  readonly port: number;
  close(): Promise<void>;
  /** What was stored of the chunks, by the path of the reader; read from the disk after `close`. */
  stored?(): Promise<ReadonlyMap<string, Received>>;
}

export type StartSide = (workload: Workload, carry: Carry) => Promise<Side>;

/** How the one bare reader talks to a side. */
export interface Dialogue {
  path(run: number): string;
  /** Sent one text frame each, the next when something came back; the last asks for the stream. */
  readonly says: readonly string[];
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
export type Order = { readonly kind: 'read' } | { readonly kind: 'close' };
export type Report =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'carried' }
  | { readonly kind: 'cpu'; readonly micros: number }
  | { readonly kind: 'closed'; readonly stored?: [path: string, Received][] };
