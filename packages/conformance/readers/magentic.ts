import type { NaiveReader, Screen, ToolCard } from '../src/reader.ts';

type Card = { -readonly [K in keyof ToolCard]: ToolCard[K] };
type Item = string | Record<string, unknown>;
interface Data {
  source?: string;
  content: string | Item[];
  metadata?: Record<string, string>;
}
type Frame = Record<string, unknown> & { type?: string };

/** Magentic-UI while it is visible: a list of messages, a status, one dialog; hangs up at an error and at the end. */
export function reader(): NaiveReader {
  const lines: string[] = [];
  const cards = new Map<string, Card>();
  const errors: string[] = [];
  let status = 'created';
  let asks: Screen['asks'];
  let open = true;
  let isPlanLast = false;

  /** Cards of plans, steps and answers; anything else is a text. A user's text may be JSON with its `content`. */
  function show({ source, metadata = {} }: Data, content: string): string {
    for (const value of Object.values(metadata)) if (typeof value !== 'string') throw new Error('metadata is texts');
    if (source !== 'Orchestrator' && metadata.type !== undefined && /^plan_|^step_|^final_/.test(metadata.type)) {
      throw new Error('plans, steps and final answers come from the Orchestrator');
    }
    if (metadata.type === 'final_answer') return content.slice('Final Answer:'.length).trim();
    if (metadata.type === 'plan_message') {
      const { task, plan_summary, steps } = JSON.parse(content) as { [key: string]: string } & { steps: Item[] };
      return [task, plan_summary, ...steps.map((step) => texts(step, 'title', 'details', 'agent_name'))].join('\n');
    }
    if (metadata.type === 'step_execution') {
      const step = JSON.parse(content) as Record<string, unknown>;
      return `Step ${Number(step.index) + 1}/${step.plan_length}: ${texts(step, 'title', 'progress_summary')}`;
    }
    return source === 'user' || source === 'user_proxy' ? unwrapped(content) : content;
  }

  function item(part: Item): string {
    if (typeof part === 'string') return part;
    if (typeof part.arguments === 'string') {
      cards.set(String(part.id), { name: String(part.name), state: 'running' });
      return JSON.stringify(JSON.parse(part.arguments), null, 2);
    }
    if (typeof part.call_id !== 'string') return `![${part.alt ?? ''}](${part.url})`;
    const card = cards.get(part.call_id) ?? { name: String(part.name), state: 'running' };
    cards.set(part.call_id, { ...card, state: part.is_error ? 'error' : 'ok', result: String(part.content) });
    return String(part.content);
  }

  const hangUp = () => {
    open = false;
  };
  const ending = (frame: Frame) => {
    status = ['complete', 'error'].includes(String(frame.status)) ? String(frame.status) : 'stopped';
    if (status === 'error') errors.push('The run failed');
    asks = undefined;
    hangUp();
  };
  const handlers: Record<string, (frame: Frame) => void> = {
    error: hangUp,
    message: ({ data }) => {
      const message = data as Data | undefined;
      if (!message) return;
      const { content, metadata } = message;
      isPlanLast = metadata?.type === 'plan_message';
      lines.push(typeof content === 'string' ? show(message, content) : content.map(item).join('\n'));
    },
    input_request: ({ input_type, prompt }) => {
      status = 'awaiting_input';
      // A text field only says that it waits for words; an approval has its dialog, and a plan that came last its buttons.
      const isShown = input_type === 'approval' || isPlanLast;
      asks = { kind: input_type === 'approval' ? 'approval' : 'text', prompt: isShown ? String(prompt ?? '') : '' };
    },
    system: (frame) => {
      status = String(frame.status);
      if (status !== 'awaiting_input') asks = undefined;
    },
    result: ending,
    completion: ending,
  };

  return {
    push(data) {
      const frame = JSON.parse(data) as Frame;
      // What comes after hanging up comes by the next socket, which is greeted first.
      if (frame.type === 'system' && frame.status === 'connected') open = true;
      if (open) handlers[frame.type ?? '']?.(frame);
    },
    close: hangUp,
    screen(): Screen {
      const busy = status === 'active' || status === 'pausing';
      const tools = [...cards.values()].map((card) => ({ ...card }));
      return { text: lines.join('\n\n'), busy, tools, errors: [...errors], ...(asks && { asks }) };
    },
  };
}

function texts(from: Item, ...names: string[]): string {
  return names.map((name) => (from as Record<string, string>)[name]).join(' ');
}

function unwrapped(content: string): string {
  try {
    const value = JSON.parse(content) as { content?: string } | null;
    return value?.content ?? '[object Object]';
  } catch {
    return content;
  }
}
