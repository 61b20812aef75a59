import type { Dialect, JsonObject } from '@polywire/protocol';

/** One frame that a server sent. */
export interface Heard {
  readonly data: string;
  /** undefined where the frame is no JSON object. */
  readonly json: JsonObject | undefined;
}

/** One message, and all that the server sent because of it. */
export interface Talk {
  readonly said: string;
  /** A ping went out just before the message. */
  readonly pinged: boolean;
  readonly frames: readonly Heard[];
  /** ended: by the frame that ends a turn. closed: by the connection alone. quiet: nothing came any more. */
  readonly end: 'ended' | 'closed' | 'quiet';
  /** The connection was closed, at the end or soon after it. */
  readonly isClosed: boolean;
  readonly contentType?: string;
  /** The session as the client named it, where it did. */
  readonly session?: string;
  /** What followed on a yes, where the server seemed to wait for one. */
  readonly answered?: Talk;
}

/** What a server did when it was talked to: everything that rules may look at. */
export interface Evidence {
  /** Where its end was waited for in vain it is the only one. */
  readonly first: Talk;
  /** The next message in the same session. */
  readonly second?: Talk;
  /** A message of a new session, after something that is no message at all. */
  readonly afterRubbish?: Talk;
}

/** untested: the server did nothing that the rule is about. */
export type Finding =
  | { readonly is: 'kept' }
  | { readonly is: 'untested' }
  | { readonly is: 'broken'; readonly how: string };

export interface Rule {
  /** Stable and kebab-case: it is what scripts look for. */
  readonly id: string;
  readonly says: { readonly en: string; readonly zh: string };
  judge(evidence: Evidence): Finding;
}

/** The rules of one dialect's document, and how its front ends behave while they are checked. */
export interface Book {
  readonly rules: readonly Rule[];
  /** Does this frame end a turn, as a front end sees it? */
  endsTurn(frame: JsonObject): boolean;
  /** The frame of the document inside of what a transport adds. */
  unwrap?(frame: JsonObject): JsonObject;
  /** Does a turn with these frames wait for its user's word? Said where the wire itself has no questions. */
  awaitsWord?(frames: readonly JsonObject[]): boolean;
  /** A front end that opens a connection for each message. */
  readonly perMessage?: boolean;
  /** The server closes the connection after the end of a turn: that is waited for. */
  readonly closes?: boolean;
}

/** A server that breaks one rule. */
export interface Fault {
  readonly name: string;
  /** The id of the rule that must find it. */
  readonly breaks: string;
  make(dialect: Dialect): Dialect;
}
