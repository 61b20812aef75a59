import type { Book } from '@polywire/conformance/check';
import { type Dialect, type Endpoint, isJsonObject, type Json } from '@polywire/protocol';
import { refused } from '../server/http.ts';
import type { Target } from '../server/target.ts';
import { answerTo, questionIn } from '../wire/answering.ts';
import { Line } from '../wire/line.ts';
import { newSession } from '../wire/names.ts';
import { type Head, type Recorded, VERSION } from './file.ts';

export interface RecordOptions {
  readonly target: Target;
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  readonly messages: readonly string[];
  readonly session: string | undefined;
  readonly book: Book;
  readonly patienceMs: number;
  readonly stop: AbortSignal;
  /** Told what of an answer is not in the recording. */
  readonly onIssue: (issue: string) => void;
}

/** Says one message after another and tells every frame of both sides, as it goes over the wire. */
export async function* recordTalk(options: RecordOptions): AsyncGenerator<Head | Recorded> {
  const { target, dialect, endpoint, messages, book } = options;
  const start = performance.now();
  const now = () => Math.round(performance.now() - start);
  yield { recording: 'polywire', version: VERSION, dialect: dialect.name, path: endpoint.path, at: Date.now() };
  let session = options.session ?? newSession(dialect, endpoint);
  const decoder = dialect.client.decoder(streamFor(dialect, endpoint));
  let line: Line | undefined;
  let connection = 0;
  const greetings = greetingsOf(dialect, endpoint);
  let question: ReturnType<typeof questionIn>;
  try {
    for (const text of messages) {
      const isNew = !line;
      if (!line) {
        line = await Line.open(target, { dialect, endpoint, session, onIssue: options.onIssue });
        connection += 1;
      }
      const current = line;
      options.stop.addEventListener('abort', () => current.close(), { once: true });
      // What a server says by itself comes before the message, as front ends of the dialect expect it.
      for (let left = isNew ? greetings : 0; left > 0; left -= 1) {
        const early = await line.next(GREETING_MS);
        if (typeof early === 'string') break;
        yield { from: 'server', ms: now(), connection, data: early.data };
      }
      const saidAt = now();
      const said = await line.send(question ? answerTo(question, text) : { type: 'message.send', text }, session);
      // The body of a refusal is no frame of the dialect.
      if (line.status !== undefined && line.status >= 400) throw refused(target, line.status);
      question = undefined;
      for (const data of said) yield { from: 'client', ms: saidAt, connection, data };
      for (;;) {
        const got = await line.next(options.patienceMs);
        if (typeof got === 'string') {
          if (got === 'closed') line = undefined;
          break;
        }
        const { values, signals = [] } = decoder.push(got);
        for (const signal of signals) if (signal.kind === 'session') session = signal.id;
        question = questionIn(dialect, values) ?? question;
        yield {
          from: 'server',
          ms: now(),
          connection,
          data: got.data,
          ...(got.event !== undefined && { event: got.event }),
        };
        if (question || isEnd(book, got.data)) break;
      }
      if (options.stop.aborted) return;
      if (line && !question && (book.perMessage || endpoint.framing !== 'ws' || dialect.traits.afterEnd === 'close')) {
        line.close();
        line = undefined;
      }
    }
  } finally {
    line?.close();
  }
}

/** A server that does not greet though others of its dialect do is not waited for any longer. */
const GREETING_MS = 5_000;

/** How many frames a server of the dialect sends before it is told anything: it must know the session by then. */
function greetingsOf(dialect: Dialect, endpoint: Endpoint): number {
  const isGreeted = endpoint.framing === 'ws' && endpoint.session === 'path';
  return isGreeted ? dialect.server.greet(streamFor(dialect, endpoint), 0).length : 0;
}

function streamFor(dialect: Dialect, { variant = dialect.traits.variants[0] as string }: Endpoint) {
  return { id: '', variant, utcOffsetMin: 0, locale: 'en', baseUrl: '' } as const;
}

function isEnd({ endsTurn, unwrap }: Book, data: string): boolean {
  try {
    const json = JSON.parse(data) as Json;
    return isJsonObject(json) && endsTurn(unwrap?.(json) ?? json);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
