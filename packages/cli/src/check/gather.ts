import type { Book, Evidence, Heard, Talk } from '@polywire/conformance/check';
import { type Dialect, type Draft, type Endpoint, isJsonObject, type Json } from '@polywire/protocol';
import type { Target } from '../server/target.ts';
import { answerTo, questionIn } from '../wire/answering.ts';
import { Line } from '../wire/line.ts';
import { newSession } from '../wire/names.ts';

export interface GatherOptions {
  readonly target: Target;
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  readonly book: Book;
  /** What is said to the server. */
  readonly message: string;
  readonly session?: string | undefined;
  /** A server that is silent for so long has nothing more to say. */
  readonly patienceMs: number;
  /** How long to listen on after the end: what comes then should not. */
  readonly lingerMs: number;
}

/** Talks to a server as a front end of the dialect does, and writes down what it hears. */
export async function gather(options: GatherOptions): Promise<Evidence> {
  const one = new Visit(options, options.session ?? newSession(options.dialect, options.endpoint));
  const first = await one.talk();
  if (first.end === 'quiet') {
    // Whoever does not end one turn is not kept waiting for two more.
    one.leave();
    return { first };
  }
  const second = await one.talk({ ping: true });
  one.leave();
  const other = new Visit(options, newSession(options.dialect, options.endpoint));
  await other.babble();
  const afterRubbish = await other.talk();
  other.leave();
  return { first, second, afterRubbish };
}

/** One session, on as many connections as it takes. */
class Visit {
  readonly #options: GatherOptions;
  readonly #decoder;
  #session: string | undefined;
  #line: Line | undefined;

  constructor(options: GatherOptions, session: string | undefined) {
    const { dialect } = options;
    this.#options = options;
    this.#session = session;
    const variant = options.endpoint.variant ?? (dialect.traits.variants[0] as string);
    this.#decoder = dialect.client.decoder({ id: session ?? '', variant, utcOffsetMin: 0, locale: 'en', baseUrl: '' });
  }

  /** One message, and a yes where the server waits for a word before it goes on. */
  async talk({ ping = false } = {}): Promise<Talk> {
    const { message, book } = this.#options;
    const talk = await this.#turn(message, ping);
    const frames = talk.frames.flatMap(({ json }) => (json ? [json] : []));
    const waits = talk.end === 'ended' && book.awaitsWord?.(frames);
    return waits ? { ...talk, answered: await this.#turn(YES, false) } : talk;
  }

  async #turn(message: string, ping: boolean): Promise<Talk> {
    const { endpoint, book, patienceMs, lingerMs } = this.#options;
    const session = this.#session;
    const line = await this.#connected();
    const canPing = ping && endpoint.framing === 'ws';
    const pinged = canPing && (await line.send({ type: 'ping' }, this.#session)).length > 0;
    await line.send({ type: 'message.send', text: message }, this.#session);
    const frames: Heard[] = [];
    let end: Talk['end'] = 'quiet';
    let isClosed = false;
    let questions = 0;
    for (let patience = patienceMs; ; ) {
      const got = await line.next(patience);
      if (got === 'closed') {
        isClosed = true;
        if (end === 'quiet') end = 'closed';
        break;
      }
      if (got === 'quiet') break;
      const { heard, drafts } = this.#hear(got.data);
      frames.push(heard);
      // A run that waits for its user would never end.
      const question = questionIn(this.#options.dialect, drafts);
      if (question && questions < MAX_QUESTIONS) {
        questions += 1;
        await line.send(answerTo(question, YES), this.#session);
      }
      if (heard.json && book.endsTurn(heard.json)) {
        end = 'ended';
        patience = book.closes ? patienceMs : lingerMs;
      }
    }
    const { contentType } = line;
    if (isClosed || book.perMessage) this.leave();
    return {
      said: message,
      pinged,
      frames,
      end,
      isClosed,
      ...(contentType !== undefined && { contentType }),
      ...(session !== undefined && { session }),
    };
  }

  /** Sends what no server can read. Its complaint, if it has one, stays behind with the connection. */
  async babble(): Promise<void> {
    const line = await this.#connected();
    await line.sendText('{"type": ');
    await line.next(this.#options.lingerMs);
    this.leave();
  }

  leave(): void {
    this.#line?.close();
    this.#line = undefined;
  }

  async #connected(): Promise<Line> {
    const { target, dialect, endpoint } = this.#options;
    this.#line ??= await Line.open(target, { dialect, endpoint, session: this.#session });
    return this.#line;
  }

  #hear(data: string): { heard: Heard; drafts: readonly Draft[] } {
    const { values: drafts, signals = [] } = this.#decoder.push({ data });
    for (const signal of signals) {
      if (signal.kind === 'session' && this.#options.endpoint.session !== 'path') this.#session = signal.id;
    }
    const json = parsed(data);
    const frame = isJsonObject(json) ? (this.#options.book.unwrap?.(json) ?? json) : undefined;
    return { heard: { data, json: frame }, drafts };
  }
}

const YES = 'yes';
/** A server that asks on and on is not answered for ever. */
const MAX_QUESTIONS = 10;

function parsed(data: string): Json | undefined {
  try {
    return JSON.parse(data) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
