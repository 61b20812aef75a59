import type { NaiveReader, Screen, ToolCard } from '../src/reader.ts';

type Card = { -readonly [K in keyof ToolCard]: ToolCard[K] };
type Message = Record<string, unknown>;
interface Item {
  id: string;
  text: string;
  completed: boolean;
}

/** Lumine: one bubble that grows, thoughts above it, cards for tools, checklists and images, a banner for errors. */
export function reader(): NaiveReader {
  const shown: (() => string)[] = [];
  const tools = new Map<unknown, Card>();
  const lists = new Map<unknown, Item[]>();
  const errors: string[] = [];
  let busy = true;

  const show = (text: string) => shown.push(() => text);
  const handlers: Record<string, (message: Message) => void> = {
    // A new socket for a new message: what came late on the old one was dropped.
    session_id: () => {
      busy = true;
    },
    chunk: ({ content }) => {
      if (content === '[DONE]') busy = false;
      else if (content) show(String(content));
    },
    reasoning: ({ content, status }) => {
      if (content) show(String(content));
      if (status === 'done') show('\n');
    },
    tool_use: ({ tool_use_id, toolName }) => {
      tools.set(tool_use_id, { name: String(toolName), state: 'running' });
    },
    tool_result: ({ tool_use_id, toolName, status, result, error }) => {
      const failed = status === 'error';
      const text = failed ? String(error) : typeof result === 'string' ? result : JSON.stringify(result);
      tools.set(tool_use_id, { name: String(toolName), state: failed ? 'error' : 'ok', result: text });
    },
    todo_list: ({ list_id, title, items, data }) => {
      if (!data) throw new Error('the newest build prints the raw frame');
      const list = (items as Item[]).map((item) => ({ ...item }));
      lists.set(list_id, list);
      const row = ({ completed, text }: Item) => `${completed ? '☑' : '☐'} ${text}\n`;
      shown.push(() => `\n${title ?? ''}\n${list.map(row).join('')}`);
    },
    todo_update: ({ list_id, item_id, completed, text, data }) => {
      if (!data) throw new Error('the newest build prints the raw frame');
      const item = lists.get(list_id)?.find(({ id }) => id === item_id);
      if (item) Object.assign(item, { completed: completed ?? item.completed, text: text ?? item.text });
    },
    image: ({ url, alt }) => {
      show(`[${alt ?? ''} ${url}]`);
    },
    error: ({ error }) => {
      errors.push(String(error));
    },
  };

  function push(data: string): void {
    const message = parse(data);
    if (!busy && message?.type !== 'session_id') return;
    const handler = handlers[String(message?.type)];
    if (message && handler) handler(message);
    else if (!message) show(data);
    else if (typeof message.content === 'string') show(message.content);
  }

  return {
    push,
    close: () => {
      busy = false;
    },
    screen: (): Screen => ({
      text: shown.map((part) => part()).join(''),
      busy,
      tools: [...tools.values()].map((card) => ({ ...card })),
      errors: [...errors],
    }),
  };
}

function parse(data: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}
