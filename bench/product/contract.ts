/** What the agent of the product is told to write, as the message of a run. */
export interface Task {
  readonly chunks: number;
  /** Of each chunk. */
  readonly characters: number;
  /** All as fast as they are stored where nothing is said. */
  readonly everyMs?: number;
  /** Chunks at each turn of the event loop, where no time is said. */
  readonly perTurn?: number;
  /** They are made and not said. */
  readonly isSilent?: boolean;
}

/** What was stored of a session, in one dialect. */
export interface Stored {
  readonly frames: number;
  readonly bytes: number;
  /** Only where the texts were asked for. */
  readonly texts?: readonly string[];
}

export type Order =
  /** `looks`: also at the connections, from now on. */
  | { readonly kind: 'mark'; readonly looks?: boolean }
  | { readonly kind: 'read' }
  | { readonly kind: 'close'; readonly sessions: readonly string[]; readonly dialect: string; readonly texts: boolean };

export type Report =
  | { readonly kind: 'listening'; readonly url: string; readonly port: number }
  | { readonly kind: 'marked'; readonly rss: number }
  | {
      readonly kind: 'read';
      readonly cpuMicros: number;
      readonly rss: number;
      /** The most bytes that waited for one reader. */
      readonly held: number;
      /** For each reader that was cut, how long it had taken nothing. */
      readonly cutMs: readonly number[];
    }
  | { readonly kind: 'closed'; readonly stored: readonly Stored[] };
