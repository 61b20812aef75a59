import { type Api, argsText, type Bytes, pieces, type Read } from './contract.ts';

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}
interface Message {
  readonly role: string;
  readonly content?: string | readonly Part[] | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly { readonly id: string }[];
}
interface Part {
  readonly type: string;
  readonly text?: string;
}

/** `POST /chat/completions` with `stream: true`. */
export const openAiApi: Api = {
  name: 'openai',
  path: '/v1/chat/completions',
  contentType: 'text/event-stream',
  refusal: (body) => refused(body as unknown as ChatRequest),
  read(body): Read {
    const { model, messages, tools = [] } = body as unknown as ChatRequest;
    const of = (role: string) => messages.filter((each) => each.role === role).map(({ content }) => textOf(content));
    return {
      model,
      system: of('system').join('\n'),
      last: of('user').at(-1) ?? '',
      texts: messages.filter(({ role }) => role !== 'system').map(({ content }) => textOf(content)),
      results: of('tool'),
      images: messages.flatMap(({ content }) => partsOf(content)).filter(({ type }) => type === 'image_url').length,
      tools: tools.map((tool) => tool.function.name),
    };
  },
  *write({ text, reasoning, calls, usage, pieceChars, isCut }): Iterable<Bytes> {
    yield chunk({ role: 'assistant', content: '' });
    for (const piece of pieces(reasoning, pieceChars)) yield chunk({ reasoning_content: piece });
    for (const piece of pieces(text, pieceChars)) yield chunk({ content: piece }, piece.length);
    for (const [index, call] of calls.entries()) {
      yield chunk({
        tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name: call.name, arguments: '' } }],
      });
      for (const piece of pieces(argsText(call), pieceChars)) {
        yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] }, piece.length);
      }
    }
    const finish_reason = isCut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop';
    yield frame({ choices: [{ index: 0, delta: {}, finish_reason }] });
    const { input, output } = usage;
    yield frame({
      choices: [],
      usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    });
    yield { bytes: 'data: [DONE]\n\n', chars: 0 };
  },
};

/** As the services do it: OpenAI has no room for longer names, and models that reason want their reasoning back. */
function refused({ model, messages }: ChatRequest): string | undefined {
  for (const [i, { tool_calls: calls = [], reasoning_content: thinking = '' }] of messages.entries()) {
    if (calls.some(({ id }) => id.length > 40)) return `Invalid 'messages[${i}].tool_calls[0].id': string too long.`;
    const isBare = calls.length > 0 && thinking === '';
    if (model.includes('reasoner') && isBare)
      return `Missing \`reasoning_content\` field in the message at index ${i}.`;
  }
  return undefined;
}

function chunk(delta: object, chars = 0): Bytes {
  return frame({ choices: [{ index: 0, delta, finish_reason: null }] }, chars);
}

function frame(fields: object, chars = 0): Bytes {
  const whole = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'test', ...fields };
  return { bytes: `data: ${JSON.stringify(whole)}\n\n`, chars };
}

function partsOf(content: string | readonly Part[] | null | undefined): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
}

function textOf(content: string | readonly Part[] | null | undefined): string {
  return partsOf(content)
    .map(({ text = '' }) => text)
    .join('');
}
