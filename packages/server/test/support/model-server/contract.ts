import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '@polywire/protocol';

/** One request as a test wants to look at it, whichever interface it came by. */
export interface Seen extends Read {
  readonly api: string;
  /** What kind of thought was asked for. */
  readonly task: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
}

export interface Read {
  readonly model: string;
  readonly system: string;
  /** Texts of the last message of the user. */
  readonly last: string;
  /** All texts, the user's, the model's and the tools', in order. */
  readonly texts: readonly string[];
  /** Results of tools, in order. */
  readonly results: readonly string[];
  readonly images: number;
  readonly tools: readonly string[];
}

export type Reply =
  | string
  | {
      readonly text?: string;
      readonly reasoning?: string;
      readonly calls?: readonly WrittenCall[];
      readonly usage?: { readonly input: number; readonly output: number };
      /** How much of a text is sent at once. */
      readonly pieceChars?: number;
      readonly everyMs?: number;
      /** It has written as much as it writes at once. */
      readonly isCut?: boolean;
      readonly fault?: Fault;
    };

/** `args` as text is sent as it is, valid or not. */
export interface WrittenCall {
  readonly name: string;
  readonly args: JsonObject | string;
}

export type Fault =
  | { readonly status: number; readonly retryAfter?: string; readonly message?: string }
  /** The connection breaks after so many characters of text, in the middle of a frame. */
  | { readonly cutAfter: number }
  /** Nothing more comes after so many frames. */
  | { readonly silentAfter: number };

export interface Written {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly WrittenCall[];
  readonly usage: { readonly input: number; readonly output: number };
  readonly pieceChars: number;
  readonly isCut: boolean;
}

/** One frame, and how many characters of the text are in it. */
export interface Bytes {
  readonly bytes: string;
  readonly chars: number;
}

export interface Api {
  readonly name: string;
  readonly path: string;
  readonly contentType: string;
  /** What the service would not take, in its words. */
  refusal?(body: JsonObject): string | undefined;
  read(body: JsonObject): Read;
  write(reply: Written): Iterable<Bytes>;
}

/** A text in pieces of at most so many characters. */
export function pieces(text: string, size: number): string[] {
  const all = [...text];
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size).join(''));
}

export function argsText({ args }: WrittenCall): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}
