import type { Command, Json, Outcome, StreamInfo } from '@polywire/protocol';

/** fixtures/<dialect>/samples.json */
export interface SampleFile {
  readonly samples: readonly Sample[];
}

interface Described {
  readonly name: string;
  /** Where it comes from, in a few words. */
  readonly from: string;
  /** What cannot come back exactly, and why. `path` is dotted, from the frame's top; `frame` counts from 0. */
  readonly exceptions?: readonly { readonly frame?: number; readonly path?: string; readonly reason: string }[];
}

export type Sample = Described &
  (
    | {
        /** Frames of a server: decoded without an issue, and contained in what is encoded from the result. */
        readonly direction: 'server';
        readonly frames?: readonly Json[];
        /** A file beside this one in place of `frames`: .ndjson or .sse. */
        readonly file?: string;
        readonly stream?: Partial<StreamInfo>;
      }
    | {
        /** Frames of a client: decoded without an issue, and contained in what our client encodes from the commands. */
        readonly direction: 'client';
        readonly frames?: readonly Json[];
        readonly file?: string;
      }
    | {
        /** A request to an HTTP endpoint (`POST /path` as in the dialect's list): read without an issue. */
        readonly direction: 'request';
        readonly endpoint: string;
        readonly params?: Readonly<Record<string, string>>;
        readonly query?: Readonly<Record<string, string>>;
        readonly body?: Json;
      }
    | {
        /** Its answer: contained in what the endpoint writes for this outcome. */
        readonly direction: 'answer';
        readonly endpoint: string;
        readonly command: Command;
        readonly outcome: Outcome;
        readonly body: Json;
      }
  );

/** fixtures/<dialect>/rejections.json */
export interface RejectionFile {
  readonly rejections: readonly Rejection[];
}

/**
 * A frame that must become an issue, never an exception and never a value that is acted on. Half a character is broken
 * only where a client sends it: a server's text delta may be cut between the two halves of a surrogate pair.
 */
export interface Rejection {
  readonly name: string;
  readonly direction: 'server' | 'client';
  /** The raw text of the frame … */
  readonly data?: string;
  /** … or a frame of the dialect made too large or too deep: `template` has the text `HERE` where it grows. */
  readonly grow?: { readonly how: 'huge' | 'deep'; readonly template: string };
  readonly expect: 'invalid' | 'unknown';
  /** What is wrong, where the frame alone does not tell; `rejection-kinds.ts` has the kinds that each dialect needs. */
  readonly kind?: 'wrong type' | 'missing field';
}
