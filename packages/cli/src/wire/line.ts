import { once } from 'node:events';
import { type Command, type Dialect, type Endpoint, type Frame, ndjsonReader, sseReader } from '@polywire/protocol';
import { WebSocket } from 'ws';
import { refused, unreachable } from '../server/http.ts';
import { headersOf, type Target } from '../server/target.ts';

export interface LineOptions {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  readonly session?: string | undefined;
  readonly query?: Readonly<Record<string, string>>;
  /** Told what of an answer over HTTP could not be taken for a frame. */
  readonly onIssue?: (issue: string) => void;
}

/** Far beyond what the dialects allow, as on a socket: what a server really sends is to be seen. Still a bound. */
export const MAX_HEARD_CHARS = 8 * 1024 * 1024;

/** How a connection ended: the code of a socket's close, or the status of an HTTP answer that is whole. */
export interface Ending {
  readonly code: number;
}

/**
 * One connection to a server, frames as they come. Over HTTP each message is a request of its own, so the line ends
 * with its answer and is used again for the next.
 */
export class Line {
  readonly #target: Target;
  readonly #options: LineOptions;
  readonly #abort = new AbortController();
  #socket: WebSocket | undefined;
  #waiting: Frame[] = [];
  #wake: () => void = () => undefined;
  ending: Ending | undefined;
  contentType: string | undefined;
  /** The status of the last HTTP answer; a socket that is open has none. */
  status: number | undefined;

  private constructor(target: Target, options: LineOptions) {
    this.#target = target;
    this.#options = options;
  }

  static async open(target: Target, options: LineOptions): Promise<Line> {
    const line = new Line(target, options);
    if (options.endpoint.framing === 'ws') await line.#connect();
    return line;
  }

  /** Says it as the dialect does, and tells the frames; there are none where the dialect has no word for it here. */
  async send(command: Command, session = this.#options.session): Promise<readonly string[]> {
    const { dialect, endpoint } = this.#options;
    const named = session === undefined ? command : { session, ...command };
    const said = dialect.client.encode(named).flatMap((each) => {
      if ('data' in each) return [each.data];
      return each.path === endpoint.path ? [JSON.stringify(each.body ?? {})] : [];
    });
    for (const text of said) await this.sendText(text);
    return said;
  }

  /** Sends a text as it is, well-formed or not. */
  async sendText(text: string): Promise<void> {
    if (this.#socket) this.#socket.send(text);
    else await this.#post(text);
  }

  /** The next frame; `closed` when there will be none, `quiet` when none came for so long. */
  async next(patienceMs: number): Promise<Frame | 'closed' | 'quiet'> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const frame = this.#waiting.shift();
      if (frame) return frame;
      if (this.ending) return 'closed';
      const left = deadline - performance.now();
      if (left <= 0) return 'quiet';
      await this.#change(left);
    }
  }

  close(): void {
    this.#socket?.terminate();
    this.#abort.abort();
  }

  #change(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #connect(): Promise<void> {
    const socket = new WebSocket(this.#address().replace(/^http/, 'ws'), { headers: headersOf(this.#target) });
    socket.on('message', (data) => this.#take([{ data: data.toString() }]));
    // What follows an error is the close, and that is what counts.
    socket.on('error', () => this.#wake());
    socket.once('unexpected-response', (_, response) => {
      this.status = response.statusCode;
      socket.terminate();
    });
    try {
      await once(socket, 'open');
    } catch (cause) {
      throw this.status === undefined ? unreachable(this.#target, cause) : refused(this.#target, this.status);
    }
    this.#socket = socket;
    socket.on('close', (code) => this.#end(code));
  }

  async #post(body: string): Promise<void> {
    const { endpoint } = this.#options;
    this.ending = undefined;
    let response: Response;
    try {
      response = await fetch(this.#address(), {
        method: endpoint.method,
        headers: { 'content-type': 'application/json', ...headersOf(this.#target) },
        body,
        signal: this.#abort.signal,
      });
    } catch (cause) {
      throw unreachable(this.#target, cause);
    }
    this.status = response.status;
    this.contentType = response.headers.get('content-type') ?? undefined;
    void this.#read(response);
  }

  async #read(response: Response): Promise<void> {
    const { endpoint, onIssue } = this.#options;
    const reader = (endpoint.framing === 'sse' ? sseReader : ndjsonReader)({ maxChars: MAX_HEARD_CHARS });
    const take = ({ frames, issue }: ReturnType<typeof reader.end>): void => {
      // A refusal is not written in the dialect: that it cannot be read says nothing.
      if (issue !== undefined && response.ok) onIssue?.(issue);
      this.#take(frames);
    };
    try {
      for await (const bytes of response.body ?? []) take(reader.push(bytes));
      take(reader.end());
      this.#end(response.status);
    } catch {
      // Cut off: as with a socket, only the end is known.
      this.#end(0);
    }
  }

  #take(frames: readonly Frame[]): void {
    this.#waiting.push(...frames);
    this.#wake();
  }

  #end(code: number): void {
    this.ending = { code };
    this.#wake();
  }

  #address(): string {
    const { endpoint, session = '', query = {} } = this.#options;
    const path = endpoint.path.replace('{session}', encodeURIComponent(session));
    const search = new URLSearchParams(query).toString();
    return `${this.#target.url}${path}${search === '' ? '' : `?${search}`}`;
  }
}
