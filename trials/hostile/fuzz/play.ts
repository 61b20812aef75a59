import { once } from 'node:events';
import { type Dialect, ndjsonReader, type Signal, sseReader } from '@polywire/protocol';
import { openSocket } from '../../../packages/server/test/support/raw.ts';
import type { Nobody, Stage } from '../wire/stage/stage.ts';
import type { Input, Send } from './inputs.ts';
import { isRejected, judgeFrame, judgeText } from './judge.ts';

type Headers = Readonly<Record<string, string>>;

/** The longest that an answer is waited for: some inputs are told to go on for ever. */
const PATIENCE_MS = 2_000;

/** Sends an input as somebody of the stage, and judges all that comes back. */
export async function play(stage: Stage, input: Input, name: string, nobody: Nobody): Promise<void> {
  const rejected = input.sends.every((send) => isRejected(input, send));
  const who = rejected ? nobody : 'mallory';
  const before = rejected ? stage.kept(who) : undefined;
  const complaints = stage.complaints.length;
  const headers = stage.headersOf(who);
  const socket = input.sends.filter(({ to }) => to === undefined);
  if (socket.length > 0) {
    if (input.place.endpoint.framing === 'ws') await overSocket(stage, input, socket, name, headers);
    else for (const send of socket) await overHttp(stage, input, send, name, headers);
  }
  for (const send of input.sends.filter(({ to }) => to !== undefined)) await beside(stage, send, name, headers);
  if (before) stage.mustKeep(before, who);
  const complained = stage.complaints.slice(complaints);
  if (complained !== '') throw new Error(`the server complained: ${complained}`);
}

async function overSocket(stage: Stage, input: Input, sends: readonly Send[], name: string, headers: Headers) {
  const { dialect, endpoint } = input.place;
  const ws = await openSocket(stage.url, named(endpoint.path, name), { headers });
  const turns = new Turns(dialect, name);
  let fault: unknown;
  ws.on('message', (data) => {
    try {
      turns.heard(String(data));
    } catch (error) {
      fault ??= error;
    }
  });
  const closed = once(ws, 'close') as Promise<[number]>;
  for (const { text, asBinary } of sends) {
    const said = text.replaceAll(PLACEHOLDER, name);
    turns.expect(said);
    ws.send(asBinary ? Buffer.from(said) : said, { binary: asBinary ?? false });
  }
  ws.ping();
  await Promise.race([Promise.all([once(ws, 'pong'), turns.over()]), closed, patience()]);
  if (ws.readyState === ws.OPEN) ws.close();
  const [code] = await Promise.race([closed, patience().then(() => [0] as const)]);
  ws.terminate();
  if (fault !== undefined) throw fault;
  if (BAD_CODES.has(code)) throw new Error(`closed with ${code}`);
}

/** An internal error, and a socket that is gone without a word. */
const BAD_CODES: ReadonlySet<number> = new Set([1006, 1011]);

async function overHttp(stage: Stage, input: Input, send: Send, name: string, headers: Headers): Promise<void> {
  const { dialect, endpoint } = input.place;
  const body = send.text.replaceAll(PLACEHOLDER, name);
  const stop = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(`${stage.url}${named(endpoint.path, name)}`, {
    method: endpoint.method,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal: stop,
  });
  if (response.status >= 500) throw new Error(`${endpoint.path}: ${response.status} ${await response.text()}`);
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('application/json')) return judgeText(await response.text(), body);
  const reader = (endpoint.framing === 'sse' ? sseReader : ndjsonReader)({ maxChars: MAX_CHARS });
  try {
    for await (const chunk of response.body ?? []) {
      for (const { data } of reader.push(chunk).frames) judgeFrame(dialect, data, body);
    }
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}
const MAX_CHARS = 16 * 1024 * 1024;

/** A request to one of the addresses beside the stream. */
async function beside(stage: Stage, { text, to }: Send, name: string, headers: Headers): Promise<void> {
  if (!to) return;
  const body = text.replaceAll(PLACEHOLDER, name);
  const hasBody = to.method !== 'GET' && to.method !== 'DELETE';
  const response = await fetch(`${stage.url}${to.path.replaceAll(PLACEHOLDER, name)}`, {
    method: to.method,
    headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body }),
    signal: AbortSignal.timeout(PATIENCE_MS * 5),
  });
  const answer = await response.text();
  if (response.status >= 500) throw new Error(`${to.method} ${to.path}: ${response.status} ${answer}`);
  judgeText(answer, body);
}

/** What every generated command calls its session. */
const PLACEHOLDER = 'session-1';

function named(path: string, name: string): string {
  return path.replace('{session}', encodeURIComponent(name));
}

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
}

/** Knows when all the messages that were sent have had their answer. */
class Turns {
  readonly #dialect: Dialect;
  readonly #decoder;
  readonly #commands;
  #owed = 0;
  #sent = '';
  #wake: () => void = () => undefined;

  constructor(dialect: Dialect, name: string) {
    this.#dialect = dialect;
    this.#commands = dialect.server.commands();
    const [variant = ''] = dialect.traits.variants;
    this.#decoder = dialect.client.decoder({ id: name, variant, utcOffsetMin: 0, locale: 'en', baseUrl: '' });
  }

  expect(text: string): void {
    this.#sent += text;
    const { values } = this.#commands.push({ data: text });
    this.#owed += values.filter(({ type }) => type === 'message.send').length;
  }

  heard(data: string): void {
    judgeFrame(this.#dialect, data, this.#sent);
    const { signals = [] } = this.#decoder.push({ data });
    this.#owed -= signals.filter(({ kind }: Signal) => kind === 'turn.ended' || kind === 'refused').length;
    this.#wake();
  }

  async over(): Promise<void> {
    while (this.#owed > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
