import type { NaiveReader, Screen, ToolCard } from '../src/reader.ts';

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly text?: string;
  readonly input?: { readonly response?: string };
  readonly output?: string | readonly { readonly text?: string }[];
}
type Card = { -readonly [K in keyof ToolCard]: ToolCard[K] };

/** The chat page: text by message and place, tools when their message completes, charts fetched by their result. */
export function reader(): NaiveReader {
  const texts = new Map<string, string>();
  const cards = new Map<string, Card>();
  const errors: string[] = [];
  let busy = true;

  function showTool({ id = '', name = '', output }: Block, place: string): void {
    const card = cards.get(id);
    if (output === undefined) {
      if (!card) cards.set(id, { name, state: 'running' });
      return;
    }
    if (!card) return; // A result is shown in the card of its call.
    const result = typeof output === 'string' ? output : (output[0]?.text ?? '');
    Object.assign(card, { state: 'ok', result });
    const chart = name === 'display_analyse_by_code_result' ? analysisIn(result) : undefined;
    if (chart !== undefined) texts.set(place, `[chart ${chart}]`);
  }

  const handlers: Record<string, (message: { hint?: string; id?: string; content?: Block[] }) => void> = {
    status: () => {
      busy = true;
    },
    error: ({ hint }) => {
      errors.push(String(hint));
    },
    message_update: (message) => showTexts(message),
    message_completed: (message) => {
      showTexts(message);
      message.content?.forEach((block, i) => {
        if (block.name !== 'generate_response' && block.type.startsWith('tool_')) showTool(block, `${message.id}/${i}`);
      });
    },
    response_completed: () => {
      busy = false;
    },
  };

  function showTexts({ id, content }: { id?: string; content?: Block[] }): void {
    if (!Array.isArray(content)) throw new Error('content must be an array: the page breaks');
    for (const [i, { type, name, text, input }] of content.entries()) {
      if (type === 'text') texts.set(`${id}/${i}`, String(text));
      if (type === 'tool_use' && name === 'generate_response') texts.set(`${id}/${i}`, input?.response ?? '');
    }
  }

  return {
    push(data) {
      // The page cuts at blank lines and takes the last line that begins with `data: `: more than one line is lost.
      const lines = `data: ${data}`.split('\n\n')[0]?.split('\n') ?? [];
      const last = lines.filter((line) => line.startsWith('data: ')).at(-1) ?? '';
      const { type, message } = JSON.parse(last.slice('data: '.length)) as { type: string; message: object };
      handlers[type]?.(message);
    },
    close() {
      busy = false;
    },
    screen: (): Screen => ({
      text: [...texts.values()].join('\n'),
      busy,
      tools: [...cards.values()].map((card) => ({ ...card })),
      errors: [...errors],
    }),
  };
}

function analysisIn(result: string): string | undefined {
  try {
    return String((JSON.parse(result) as { analyse_id?: unknown }).analyse_id);
  } catch {
    return undefined; // Words in place of the id: the page has nothing to fetch.
  }
}
