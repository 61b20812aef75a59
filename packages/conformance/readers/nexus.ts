import type { NaiveReader, Screen, ToolCard } from '../src/reader.ts';

type Card = { -readonly [K in keyof ToolCard]: ToolCard[K] };

/** AURA: bubbles that grow, tool cards matched by name, idle again at run_finished. */
export function reader(): NaiveReader {
  let text = '';
  let busy = false;
  const tools: Card[] = [];
  const errors: string[] = [];

  const handlers: Record<string, (payload: Record<string, unknown>) => void> = {
    run_started: () => {
      busy = true;
      text += '\n';
    },
    text_chunk: ({ chunk }) => {
      text += String(chunk);
    },
    tool_call_started: ({ tool_name, args }) => {
      if (typeof args !== 'object' || args === null) throw new Error('args must be an object: the page breaks');
      tools.push({ name: String(tool_name), state: 'running' });
    },
    // Every running card of that name takes the result.
    tool_call_finished: ({ tool_name, status, result }) => {
      if (typeof result !== 'string') throw new Error('result must be a string: the page breaks');
      for (const card of tools.filter(({ name, state }) => name === tool_name && state === 'running')) {
        card.state = status === 'success' ? 'ok' : 'error';
        card.result = result;
      }
    },
    run_finished: ({ status }) => {
      busy = false;
      if (status !== 'completed') errors.push(`run ${String(status)}`);
    },
    error: ({ message }) => {
      errors.push(String(message));
    },
  };

  return {
    push(data) {
      const frame = JSON.parse(data) as Record<string, unknown>;
      const { event, run_id, payload } = frame;
      if (typeof event !== 'string' || typeof run_id !== 'string') return;
      if (typeof payload !== 'object' || payload === null) return;
      handlers[event]?.(payload as Record<string, unknown>);
    },
    close() {
      busy = false;
    },
    screen: (): Screen => ({ text, busy, tools: tools.map((card) => ({ ...card })), errors: [...errors] }),
  };
}
