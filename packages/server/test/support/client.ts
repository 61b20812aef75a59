import { once } from 'node:events';
import {
  type Command,
  type Cursor,
  type Dialect,
  type Draft,
  dialects,
  type Endpoint,
  type Frame,
  type Json,
  ndjsonReader,
  parseCursor,
  type RestRequest,
  type SseFrame,
  sseReader,
} from '@polywire/protocol';
import { WebSocket } from 'ws';

export interface Received {
  readonly data: string;
  readonly cursor?: Cursor;
}

export interface ClientOptions {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  readonly session?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A raw client of any endpoint that converses: real sockets, frames as they come. */
export class RawClient {
  readonly frames: Received[] = [];
  readonly drafts: Draft[] = [];
  /** Answers to requests beside the stream. */
  readonly answers: { status: number; body: unknown }[] = [];
  readonly #url: string;
  readonly #options: ClientOptions;
  readonly #decoder;
  #socket: WebSocket | undefined;
  #abort = new AbortController();
  #waiting: (() => void)[] = [];
  #isClosed = false;
  #session: string | undefined;
  #latest: Response | undefined;
  closeCode: number | undefined;
  closeReason = '';

  constructor(url: string, options: ClientOptions) {
    this.#url = url;
    this.#options = options;
    const stream = { id: options.session ?? '', variant: '', utcOffsetMin: 0, locale: 'en', baseUrl: '' } as const;
    this.#decoder = options.dialect.client.decoder(stream, { restores: options.query?.restore === '1' });
    this.#session = options.session;
  }

  static async open(url: string, options: ClientOptions): Promise<RawClient> {
    const client = new RawClient(url, options);
    if (options.endpoint.framing === 'ws') await client.#connect();
    return client;
  }

  get dialect(): Dialect {
    return this.#options.dialect;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The session as the server named it, or as the address does. */
  get session(): string | undefined {
    return this.#session;
  }

  /** Whether this dialect has a word for the command on this kind of connection. */
  canSay(command: Command): boolean {
    const said = this.#options.dialect.client.encode(command);
    if (this.#socket) return said.length > 0;
    return said.some(
      (each) => !('data' in each) || this.#addressFor(command.type, JSON.parse(each.data)) !== undefined,
    );
  }

  async send(command: Command): Promise<void> {
    const named = this.#options.endpoint.session === 'message' && this.#session !== undefined;
    for (const message of this.#options.dialect.client.encode(
      named ? { session: this.#session, ...command } : command,
    )) {
      if (!('data' in message)) await this.#request(message);
      else if (this.#socket) this.#socket.send(message.data);
      else await this.#submit(command.type, JSON.parse(message.data));
    }
  }

  sendText(data: string): void {
    this.#socket?.send(data);
  }

  /** Resolves when `found` holds of what has come; rejects when the connection ends before. */
  async until(found: (client: this) => boolean): Promise<void> {
    while (!found(this)) {
      if (this.#isClosed) throw new Error(`closed (${this.closeCode}) after ${JSON.stringify(this.frames.at(-1))}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  has(type: Draft['type']): boolean {
    return this.drafts.some((draft) => draft.type === type);
  }

  /** Drops the connection without a word. */
  cut(): void {
    this.#socket?.terminate();
    this.#abort.abort();
    this.#isClosed = true;
  }

  async close(): Promise<void> {
    if (this.#socket && this.#socket.readyState !== WebSocket.CLOSED) {
      this.#socket.close();
      await once(this.#socket, 'close');
    }
    this.#abort.abort();
  }

  async #connect(): Promise<void> {
    const socket = new WebSocket(`${this.#address().replace(/^http/, 'ws')}`, { headers: this.#options.headers ?? {} });
    this.#socket = socket;
    socket.on('message', (data) => this.#take({ data: data.toString() }));
    socket.on('close', (code, reason) => {
      this.closeReason = String(reason);
      this.#end(code);
    });
    await once(socket, 'open');
  }

  /** Over HTTP a frame is the body of a request to the address that takes it. */
  async #submit(type: Command['type'], body: Json): Promise<void> {
    const { method, path } = this.#addressFor(type, body) ?? this.#options.endpoint;
    await this.#request({ method, path, body });
  }

  #addressFor(type: Command['type'], body: Json): Endpoint | undefined {
    const { dialect, endpoint } = this.#options;
    const request = { params: {}, query: {}, body };
    const takes = ({ read }: Endpoint) => read?.(request).values.some((value) => value.type === type);
    return [endpoint, ...dialect.endpoints].find(takes);
  }

  /** A request beside the stream, or the one that is answered by the stream. */
  async #request({ method, path, body }: RestRequest): Promise<void> {
    if (method === this.#options.endpoint.method && path === this.#options.endpoint.path) return this.#post(body);
    const headers = { 'content-type': 'application/json', ...this.#options.headers };
    const response = await fetch(`${this.#url}${path}`, { method, headers, body: JSON.stringify(body) });
    this.answers.push({ status: response.status, body: await response.json() });
    this.#wake();
  }

  async #post(body: unknown): Promise<void> {
    const { endpoint, headers } = this.#options;
    this.#isClosed = false;
    this.#latest = undefined;
    const response = await fetch(this.#address(), {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(endpoint.method !== 'GET' && { body: JSON.stringify(body) }),
      signal: this.#abort.signal,
    });
    this.#latest = response;
    void this.#readBody(response);
  }

  async #readBody(response: Response): Promise<void> {
    const { endpoint } = this.#options;
    try {
      const reader = (endpoint.framing === 'sse' ? sseReader : ndjsonReader)({ maxChars: 16 * 1024 * 1024 });
      for await (const chunk of response.body ?? []) for (const frame of reader.push(chunk).frames) this.#take(frame);
      if (this.#latest === response) this.#end(response.status);
    } catch (error) {
      // The server went away: as with a socket, the end is what counts.
      this.#end(error instanceof TypeError || this.#abort.signal.aborted ? 0 : -1);
    }
  }

  #address(): string {
    const { endpoint, session, query } = this.#options;
    const path = endpoint.path.replace('{session}', encodeURIComponent(session ?? ''));
    return `${this.#url}${path}?${new URLSearchParams(query)}`;
  }

  #take(frame: Frame & SseFrame): void {
    const { values, signals = [] } = this.#decoder.push(frame);
    const told = signals.find((signal) => signal.kind === 'cursor');
    for (const signal of signals) if (signal.kind === 'session') this.#session = signal.id;
    const cursor = told?.cursor ?? (frame.id === undefined ? undefined : parseCursor(frame.id));
    this.frames.push({ data: frame.data, ...(cursor && { cursor }) });
    this.drafts.push(...values);
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #end(code: number): void {
    this.closeCode = code;
    this.#isClosed = true;
    this.#wake();
  }
}

/** Every endpoint of a dialect that takes messages and streams. */
export function conversing(dialect: Dialect): readonly Endpoint[] {
  return dialect.endpoints.filter((endpoint) => endpoint.does === 'converse');
}

/** Every WebSocket that one can talk on. */
export const talkingSockets = dialects.flatMap((dialect) =>
  conversing(dialect)
    .filter(({ framing }) => framing === 'ws')
    .map((endpoint) => ({ name: dialect.name, path: endpoint.path, dialect, endpoint })),
);
