import { type Api, type Bytes, pieces, type Read } from './contract.ts';

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content?: string;
    readonly images?: readonly unknown[];
  }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** `POST /api/chat` of Ollama: a line of JSON for each piece, and arguments of calls only as whole objects. */
export const ollamaApi: Api = {
  name: 'ollama',
  path: '/api/chat',
  contentType: 'application/x-ndjson',
  read(body): Read {
    const { model, messages, tools = [] } = body as unknown as ChatRequest;
    const of = (role: string) => messages.filter((each) => each.role === role).map(({ content = '' }) => content);
    return {
      model,
      system: of('system').join('\n'),
      last: of('user').at(-1) ?? '',
      texts: messages.filter(({ role }) => role !== 'system').map(({ content = '' }) => content),
      results: of('tool'),
      images: messages.flatMap(({ images = [] }) => images).filter(isPicture).length,
      tools: tools.map((tool) => tool.function.name),
    };
  },
  *write({ text, reasoning, calls, usage, pieceChars, isCut }): Iterable<Bytes> {
    for (const thinking of pieces(reasoning, pieceChars)) yield line({ message: message('', { thinking }) });
    for (const piece of pieces(text, pieceChars)) yield line({ message: message(piece) }, piece.length);
    for (const { name, args } of calls) {
      yield line({ message: message('', { tool_calls: [{ function: { name, arguments: args } }] }) });
    }
    yield line({
      message: message(''),
      done: true,
      done_reason: isCut ? 'length' : 'stop',
      prompt_eval_count: usage.input,
      eval_count: usage.output,
    });
  },
};

/** Ollama takes pictures in Base64 and nothing else. */
function isPicture(image: unknown): boolean {
  return typeof image === 'string' && /^[\w+/]+=*$/.test(image);
}

function message(content: string, more: object = {}): object {
  return { role: 'assistant', content, ...more };
}

function line(fields: object, chars = 0): Bytes {
  const whole = { model: 'test', created_at: '2026-01-01T00:00:00Z', done: false, ...fields };
  return { bytes: `${JSON.stringify(whole)}\n`, chars };
}
