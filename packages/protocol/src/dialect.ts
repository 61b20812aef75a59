import type { z } from 'zod';
import type { Command, CommandOf, CommandType, Outcome, Refusal } from './commands.ts';
import type { Cursor } from './cursor.ts';
import type { Draft, EventOf, EventType, MessageRole, RunEvent } from './events.ts';
import type { Json } from './json.ts';

/** One wire message, framing removed. */
export interface Frame {
  readonly data: string;
  /** The SSE event name, where a dialect uses one. */
  readonly event?: string;
}

/** A frame caused by one event: (seq, sub) is its cursor. */
export interface EncodedFrame extends Frame, Cursor {
  /**
   * The event a degraded frame stands for, so that a client that asked for `restore` gets the event itself.
   * null: a further frame of the same stand-in, or one that carries nothing a restoring client still needs.
   * MUST be unset on frames that the dialect's own decoder reads back exactly.
   */
  readonly standsFor?: RunEvent | null;
  /**
   * Events of the same run that got no frame of their own since the last frame, oldest first: a client that asked for
   * `restore` gets them before what the frame itself says.
   */
  readonly brings?: readonly RunEvent[];
  /** A turn stream stops after this frame. */
  readonly endsTurn?: boolean;
  /** Says nothing to the dialect's own programs: only clients that asked for `restore` are sent it. */
  readonly forRestoring?: true;
}

/** Why a frame gave nothing. unknown: not our vocabulary. invalid: ours, but broken. */
export interface Issue {
  readonly reason: 'unknown' | 'invalid';
  /** What is wrong, in the form `English. / 中文。` */
  readonly detail: string;
}

/** What a client learns from a frame besides events. */
export type Signal =
  | { kind: 'session'; id: string }
  | { kind: 'connected' }
  | { kind: 'cursor'; cursor: Cursor }
  | { kind: 'turn.ended' }
  | { kind: 'duplicate'; detail: string }
  | { kind: 'gap'; detail: string }
  | { kind: 'elsewhere'; detail: string }
  | { kind: 'pong'; ref?: string }
  | { kind: 'answer'; what: string; ref?: string; value: Json }
  | { kind: 'refused'; ref?: string; error: Refusal };

/** The result of decoding. Decoders MUST NOT throw, whatever the frame. */
export interface Decoded<T> {
  readonly values: readonly T[];
  readonly signals?: readonly Signal[];
  /** Frames to send back at once (a server's typed error for a broken request). */
  readonly replies?: readonly Frame[];
  /** The session that a broken message is for: its replies follow the greeting, as those of a refused one do. */
  readonly session?: string;
  readonly issue?: Issue;
}

export interface Decoder<T> {
  push(frame: Frame): Decoded<T>;
  /** The peer is gone: closes what is open. */
  end(): Decoded<T>;
}

export interface DecoderOptions {
  /**
   * Believe the events that come beside frames: only for servers that were asked for `restore`. False where nothing is
   * said, since anyone can write such a field.
   */
  readonly restores?: boolean;
}

/** Pure: no clock, no randomness. Its state is reset by run.started, so a run encodes alike alone and in its session. */
export interface Encoder {
  /**
   * `stored`: the event's JSON text where the caller has it, for a wire that sends just that. `words`: what a delta says,
   * as JSON, where the caller has that.
   */
  push(event: RunEvent, stored?: string, words?: string): readonly EncodedFrame[];
  /**
   * A delta by its stored text alone, on a wire that sends just that. Frames of such a wire stand alone: its encoder may
   * begin at any event.
   */
  pushDelta?(stored: string, seq: number): EncodedFrame;
  /** The state of open messages for whole-text wires: without cursor, never stored, any subset may be sent. */
  preview(): readonly Frame[];
}

/** Names one shared sequence of frames. */
export interface StreamInfo {
  /** The session as this dialect names it. */
  readonly id: string;
  /** One of the dialect's `traits.variants`. */
  readonly variant: string;
  readonly utcOffsetMin: number;
  /** Language of what the encoder writes in its own words (questions, notices). */
  readonly locale: Locale;
  /** Where links in degraded content lead, without a slash at the end. */
  readonly baseUrl: string;
}
export type Locale = 'en' | 'zh';
/** One text in each language. */
export type Text = Readonly<Record<Locale, string>>;

export interface HttpRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}
export interface HttpAnswer {
  readonly status: number;
  readonly body: Json;
}
/** What a client sends by HTTP. */
export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Json;
}

/** What an HTTP request has and what it is answered with. */
export interface Shape {
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer?: z.ZodType;
  /** 200 where nothing is said. */
  readonly status?: number;
}

/** One address of a dialect. The path is a template; `{session}` is the session's id in this dialect. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly framing: 'ws' | 'sse' | 'ndjson' | 'json' | 'multipart' | 'file';
  /** converse: takes messages and streams. attach: streams only. call: one request, one answer. */
  readonly does: 'converse' | 'attach' | 'call';
  readonly session: 'path' | 'message' | 'none';
  readonly variant?: string;
  /** The client's token comes in its first message, so the connection is accepted before it is known. */
  readonly token?: 'first-message';
  /** Where a stream without a cursor begins. now: history comes another way, or the front end does not ask for it. */
  readonly from?: 'start' | 'now';
  /** WebSockets: larger frames than elsewhere are taken, for the files inside of them; the rest is as small as elsewhere. */
  readonly maxFrameChars?: number;
  /** HTTP endpoints: what is sent and what comes back, for the docs; any JSON where nothing is said. */
  readonly shape?: Shape;
  /** HTTP endpoints: the request as a command. */
  read?(request: HttpRequest): Decoded<Command>;
  /** HTTP endpoints: the answer, or the refusal; `command` is null when the request could not be read. */
  write?(command: Command | null, outcome: Outcome): HttpAnswer;
}

/** What each endpoint of a dialect is for, in one line of the docs. Not part of the dialect: no client needs it. */
export type About = Readonly<Record<`${Endpoint['framing']} ${Endpoint['method']} ${string}`, Text>>;

/**
 * How a dialect carries an event or accepts a command.
 * native: in its own words, equal after decoding outside of `loses`. extension: in a field or frame of ours that its
 * programs ignore. implied: no frame of its own, the receiver knows it from `as`. degraded: as something its user can
 * see. dropped: not at all.
 */
export interface Carry {
  readonly how: 'native' | 'extension' | 'implied' | 'degraded' | 'dropped';
  /** The frame or content it becomes: a plain string where it is names of the wire alone. */
  readonly as?: string | Text;
  /** Fields that do not come back; `steps.agent` for a field inside. */
  readonly loses?: readonly string[];
  /** Fields that come back as text: a string as it is, anything else as its JSON text. */
  readonly asText?: readonly string[];
  /** Fields that come back only to clients that asked for `restore`. */
  readonly onlyRestored?: readonly string[];
  /** Events with these values go as degraded ones do. */
  readonly degrades?: readonly Readonly<Record<string, Json>>[];
  /** Clients that did not ask for `restore` miss some; the note says which. */
  readonly partly?: true;
  /** Clients that did not ask for `restore` may get them in another order; the note says why. */
  readonly reordered?: true;
  /** Roles whose messages this holds for; those of the others are not sent. All where unset. */
  readonly roles?: readonly MessageRole[];
  /** Why, where that is not plain. */
  readonly note?: Text;
}

export interface Traits {
  /** turn: a stream lasts from a message to its end or to the next question. */
  readonly stream: 'session' | 'turn';
  /** How questions of each kind are answered: in the wire's own way, or by the next message. */
  readonly answers: Readonly<Record<EventOf<'input.requested'>['kind'], 'native' | 'next-message'>>;
  readonly cursor: 'sse-id' | 'field' | 'event_id';
  readonly afterEnd: 'keep' | 'close';
  readonly onDisconnect: 'detach' | 'cancel';
  /** What becomes of a message to a session that is not there; it comes to be where nothing is said. */
  readonly unknownSession?: 'refuse';
  /** What becomes of a message for an agent that is not there; refused where nothing is said. */
  readonly unknownAgent?: 'default';
  /**
   * What becomes of a message while a question is open that has an answer of its own: it waits its turn where nothing is
   * said. ask-again: its front end sends one only where it does not know of the question, so that is put again.
   */
  readonly whileAsked?: 'ask-again';
  /** Who answers where nobody was asked for, if they are there: what its users know. The server's default otherwise. */
  readonly defaultAgent?: string;
  /** What it names sessions by; any text where nothing is said. */
  readonly sessionIds?: 'integer';
  /** The first is the default. */
  readonly variants: readonly string[];
  readonly preview?: { readonly everyMs: number; readonly growthChars: number; readonly growthRatio: number };
  /** What a client of this dialect does to keep the connection. */
  readonly keepAlive?: { readonly everyMs: number; readonly answered: boolean };
  /** The tool that does nothing but show a chart, where charts are shown so. */
  readonly chartTool?: string;
  /** Fields that no event of this dialect brings back. */
  readonly loses: readonly string[];
  /** Fields that any event brings back only to clients that asked for `restore`. */
  readonly onlyRestored?: readonly string[];
  readonly carries: Readonly<Record<EventType, Carry>>;
  readonly accepts: Readonly<Record<CommandType, Carry>>;
}

export interface Dialect {
  readonly name: string;
  readonly title: string;
  readonly traits: Traits;
  readonly endpoints: readonly Endpoint[];
  /** Schemas of its frames by name, for the docs and for checking foreign input. */
  readonly wire: {
    readonly server: Readonly<Record<string, z.ZodType>>;
    readonly client: Readonly<Record<string, z.ZodType>>;
  };
  readonly server: {
    /** One per connection. Commands name their session unless the endpoint has it in its path. */
    commands(): Decoder<Command>;
    /** What goes back to the one who sent the command: pong, lists, acknowledgements, refusals. */
    answer(command: Command, outcome: Outcome): readonly Frame[];
    /**
     * Sent outside the sequence, before everything else: as a client connects where the address names the session, else
     * before the answer to each message. It says that the session is there and that what follows is of it, so a refusal
     * begins with it only where both are so.
     */
    greet(stream: StreamInfo, at: number): readonly Frame[];
    /** One per StreamInfo, shared by all watchers. */
    encoder(stream: StreamInfo): Encoder;
    /** What a client may also say as `after` of an attach: the frame's own name of its place, unique in its session. */
    placeOf?(frame: Frame): string | undefined;
  };
  readonly client: {
    /** Empty when the dialect cannot say it (`accepts` tells why). */
    encode(command: Command): readonly (Frame | RestRequest)[];
    /** Outlives its sockets: dropped connections do not reset it. */
    decoder(stream: StreamInfo, options?: DecoderOptions): Decoder<Draft>;
    /** The session a frame belongs to, for streams that carry several. */
    sessionOf?(frame: Frame): string | undefined;
    /** The outcome's value, from the body that answered a call by HTTP; the body itself where there is no such. */
    readAnswer?(command: CommandOf<'call'>, body: Json): Json | undefined;
  };
}
