import type {
  Attachment,
  Dialect,
  Conversation as Fold,
  JsonObject,
  Locale,
  PlanStep,
  RunEvent,
  RunStatus,
  TodoStatus,
} from '@polywire/protocol';
import type { ClientError } from './errors.ts';

export interface ConnectOptions {
  /** Where the server is: `http://host:port`, with a path in front of the dialect's own where it has one. */
  readonly url: string;
  /** How to talk to it, from `@polywire/protocol/dialects/…`: an object, so that a bundle holds only what it needs. */
  readonly dialect: Dialect;
  /** Which of the dialect's addresses that converse, by its path; the first where nothing is said. */
  readonly endpoint?: string;
  readonly token?: string;
  /** The session as the dialect names it. Where nothing is said: the one in `storage`, or a new one. */
  readonly session?: string;
  /** The last place that was seen: what came after it is sent first. `0` is the beginning. */
  readonly after?: string;
  /** Sent with every request and, outside of browsers, with every socket. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly locale?: Locale;
  /** The platform's own where nothing is said; `@polywire/client/node` has one for Node 20. */
  readonly webSocket?: OpenWebSocket;
  readonly fetch?: typeof globalThis.fetch;
  /** Keeps the session's id from one visit to the next, as `localStorage` does. */
  readonly storage?: SessionStorage;
  /** False for a view that nobody looks at yet: see `setVisible`. */
  readonly visible?: boolean;
  /** A server that owes something and is silent for so long counts as lost. */
  readonly idleMs?: number;
  /** A question that waits for so long is marked `isOverdue`; never where nothing is said. */
  readonly inputTimeoutMs?: number;
  /** Closes the conversation. */
  readonly signal?: AbortSignal;
  readonly random?: () => number;
  readonly now?: () => number;
  /** What was wrong with a frame, or an error that the server told outside of any run. */
  readonly log?: (message: string) => void;
}

export interface SessionStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** What this package needs of a WebSocket. `refusal` is what a server said in place of the handshake, where that is known. */
export interface WebSocketLike {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  onerror: ((event: unknown) => void) | null;
  readonly refusal?: { readonly status: number; readonly message: string } | undefined;
}
export type OpenWebSocket = (
  url: string,
  options: { protocols: string[]; headers: Readonly<Record<string, string>> },
) => WebSocketLike;

/**
 * open: a message can be sent now. Where a dialect has a connection for each message there is none in between.
 * refused: the server does not want this client or does not know the session, and trying again would not change that.
 */
export type ConnectionState = 'connecting' | 'open' | 'reconnecting' | 'closed' | 'refused';

export interface ConversationView {
  readonly connection: ConnectionState;
  readonly session: string | undefined;
  /** All that happened, as the protocol's fold. */
  readonly conversation: Fold;
  /** Of the run that was heard of last, also while nobody looks. */
  readonly status: RunStatus | undefined;
  /** The oldest question that waits for an answer. */
  readonly question: OpenQuestion | undefined;
  /** Messages that were sent and are not in the conversation yet, oldest first. */
  readonly sending: readonly SendingMessage[];
  /** Something is missing in the conversation: the server could not say it again. */
  readonly gap: Gap | undefined;
  /** What went wrong last, with the connection or a request. */
  readonly error: ClientError | undefined;
  /** Where to resume: `after` of a later `connect`. Missing where the server told no place. */
  readonly cursor: string | undefined;
  /** What was done here alone, because the dialect cannot tell the server. */
  readonly localOnly: readonly LocalChange[];
}

export interface OpenQuestion {
  readonly inputId: string;
  readonly kind: 'text' | 'approval' | 'plan';
  readonly since: number;
  readonly isOverdue: boolean;
  /** Steps of `editPlan` that go with the answer; empty until something is edited. */
  readonly editedPlan: readonly PlanStep[];
}

export interface SendingMessage {
  readonly ref: string;
  readonly text: string;
  readonly at: number;
}

export interface Gap {
  /** lost: the connection. hidden: nobody looked. skipped: the server's own numbers jump. */
  readonly reason: 'lost' | 'hidden' | 'skipped';
  readonly detail: string;
  readonly at: number;
}

export type LocalChange = { readonly type: 'todo.set'; listId: string; itemId: string; status: TodoStatus };

export interface SendOptions {
  readonly files?: readonly Attachment[];
  readonly agent?: string;
  readonly model?: string;
  readonly options?: JsonObject;
  /** The message's own id: a server that knows it runs it once, however often it is sent. */
  readonly ref?: string;
  readonly signal?: AbortSignal;
}

/** The server has the message. `runId` and `queued` where it says so. */
export interface Sent {
  readonly ref: string;
  readonly runId?: string;
  readonly queued?: boolean;
}

/** Exactly one of these; `args` beside an approval replaces what was asked about. */
export interface AnswerGiven {
  readonly outcome?: 'approve' | 'reject';
  readonly text?: string;
  readonly args?: JsonObject;
  readonly steps?: readonly PlanStep[];
  readonly signal?: AbortSignal;
}

export interface CommandOptions {
  readonly signal?: AbortSignal;
}

export interface EventReader extends AsyncIterableIterator<RunEvent, undefined> {
  /** After the event that was read last; undefined in the middle of what the server said at once. */
  readonly place: ReadPlace | undefined;
}

/** How far somebody has read; the cursor of the view is that of all that came. */
export interface ReadPlace {
  /** undefined where the server tells none. */
  readonly cursor: string | undefined;
}

/**
 * A session on some server. Commands reject with a `ClientError`: `UNSUPPORTED` where the dialect cannot say them,
 * `REFUSED` where the server said no, `LOST` where nobody knows whether it arrived.
 */
export interface Conversation {
  getState(): ConversationView;
  /** Calls at most once in each animation frame, or every 16 ms where there are none. */
  subscribe(listener: () => void): () => void;
  /**
   * Every event once and in order, from the call of the iterator on. One that is not read falls behind up to a bound
   * and then ends with the error `OVERFLOW`.
   */
  [Symbol.asyncIterator](): EventReader;
  /** Resolves when the first connection stands; rejects when it is refused or closed before. */
  readonly ready: Promise<void>;
  send(text: string, options?: SendOptions): Promise<Sent>;
  answer(inputId: string, answer: AnswerGiven): Promise<void>;
  pause(options?: CommandOptions): Promise<void>;
  resume(options?: CommandOptions): Promise<void>;
  stop(options?: CommandOptions & { reason?: string }): Promise<void>;
  toggleTodo(listId: string, itemId: string, status: TodoStatus, options?: CommandOptions): Promise<void>;
  editPlan(planId: string, steps: readonly PlanStep[], options?: CommandOptions): Promise<void>;
  rewind(toSeq: number, options?: CommandOptions): Promise<void>;
  /** While false only the run's status is followed and nobody is notified; then it catches up, or says `gap`. */
  setVisible(visible: boolean): void;
  close(): void;
}
