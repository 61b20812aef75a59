import { refusedThinking, signatureOf } from './anthropic-thinking.ts';
import { type Api, argsText, type Bytes, pieces, type Read } from './contract.ts';

export interface MessagesRequest {
  readonly model: string;
  readonly thinking?: { readonly type: string };
  readonly system?: string | readonly Block[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
  readonly tools?: readonly { readonly name: string }[];
}
export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly id?: string;
  readonly content?: string | readonly Block[];
}

/** `POST /messages` with `stream: true`. */
export const anthropicApi: Api = {
  name: 'anthropic',
  path: '/v1/messages',
  contentType: 'text/event-stream',
  refusal: (body) => refusedId(body as unknown as MessagesRequest) ?? refusedThinking(body),
  read(body): Read {
    const { model, system = '', messages, tools = [] } = body as unknown as MessagesRequest;
    const blocks = messages.flatMap(({ content }) => blocksOf(content));
    const said = messages
      .filter(({ role }) => role === 'user')
      .map(({ content }) => textOf(content))
      .filter((text) => text !== '');
    return {
      model,
      system: textOf(system),
      last: said.at(-1) ?? '',
      texts: blocks.map((block) => block.text ?? textOf(block.content ?? '')),
      results: blocks.filter(({ type }) => type === 'tool_result').map(({ content = '' }) => textOf(content)),
      images: blocks.filter(({ type }) => type === 'image').length,
      tools: tools.map(({ name }) => name),
    };
  },
  *write({ text, reasoning, calls, usage, pieceChars, isCut }): Iterable<Bytes> {
    const { input, output } = usage;
    yield frame('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'test',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: input, output_tokens: 1 },
      },
    });
    let index = 0;
    const block = function* (content: object, deltas: Iterable<{ delta: object; chars: number }>): Iterable<Bytes> {
      yield frame('content_block_start', { index, content_block: content });
      for (const { delta, chars } of deltas) yield frame('content_block_delta', { index, delta }, chars);
      yield frame('content_block_stop', { index });
      index += 1;
    };
    if (reasoning !== '') {
      const deltas = pieces(reasoning, pieceChars).map((thinking) => ({
        delta: { type: 'thinking_delta', thinking },
        chars: 0,
      }));
      const signature = { delta: { type: 'signature_delta', signature: signatureOf(reasoning) }, chars: 0 };
      yield* block({ type: 'thinking', thinking: '', signature: '' }, [...deltas, signature]);
    }
    if (text !== '') {
      const deltas = pieces(text, pieceChars).map((piece) => ({
        delta: { type: 'text_delta', text: piece },
        chars: piece.length,
      }));
      yield* block({ type: 'text', text: '' }, deltas);
    }
    for (const [n, call] of calls.entries()) {
      const deltas = pieces(argsText(call), pieceChars).map((partial_json) => ({
        delta: { type: 'input_json_delta', partial_json },
        chars: partial_json.length,
      }));
      yield* block({ type: 'tool_use', id: `toolu_${n}`, name: call.name, input: {} }, deltas);
    }
    yield frame('message_delta', {
      delta: { stop_reason: isCut ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: output },
    });
    yield frame('message_stop', {});
  },
};

/** As the service does it. */
function refusedId({ messages }: MessagesRequest): string | undefined {
  const ids = messages.flatMap(({ content }) => blocksOf(content)).flatMap(({ id }) => id ?? []);
  const isTaken = ids.every((id) => /^[a-zA-Z0-9_-]+$/.test(id));
  return isTaken ? undefined : "messages: tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'";
}

function frame(type: string, fields: object, chars = 0): Bytes {
  return { bytes: `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`, chars };
}

function blocksOf(content: string | readonly Block[]): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function textOf(content: string | readonly Block[]): string {
  return blocksOf(content)
    .map(({ text = '' }) => text)
    .join('');
}
