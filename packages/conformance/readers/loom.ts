import type { NaiveReader, Screen, ToolCard } from '../src/reader.ts';

type Fields = Record<string, unknown>;
type Card = { -readonly [K in keyof ToolCard]: ToolCard[K] } & { id: unknown };

/** A page that merges lines by run: streamed text that the reply replaces, tool cards, and a line for anything else. */
export function reader(): NaiveReader {
  let shown: { text: string; isSpeech: boolean }[] = [];
  let busy = false;
  /** Calls that wait for a yes, by their ids; the dialog shows the first. */
  const asked = new Map<unknown, string>();
  const tools: Card[] = [];
  const errors: string[] = [];

  const line = (text: string) => shown.push({ text: `\n${text}\n`, isSpeech: false });
  const card = ({ call_id, name }: Fields): Card => {
    const known = tools.find((it) => it.id === (call_id ?? name) && it.state === 'running');
    if (known) return known;
    const made: Card = { id: call_id ?? name, name: String(name), state: 'running' };
    tools.push(made);
    return made;
  };

  const handlers: Record<string, (event: Fields) => void> = {
    message_chunk: ({ content }) => shown.push({ text: String(content), isSpeech: true }),
    tool_call: card,
    tool_start: (event) => {
      asked.delete(event.call_id);
      line(`▸ ${card(event).name}`);
    },
    tool_output: ({ content }) => line(String(content)),
    tool_end: (event) => {
      asked.delete(event.call_id);
      if (typeof event.result !== 'string') throw new Error('result must be a string: the page breaks');
      Object.assign(card(event), { state: event.is_error ? 'error' : 'ok', result: event.result });
    },
    tool_approval: ({ call_id, name, arguments: args }) => {
      asked.set(call_id, `${String(name)} ${JSON.stringify(args)}`);
    },
    error: ({ error }) => {
      errors.push(String(error));
      busy = false;
    },
  };

  function finish({ reply, stop_reason }: Fields): void {
    busy = false;
    asked.clear();
    if (stop_reason === 'cancelled') errors.push('cancelled');
    if (reply !== '') shown = [...shown.filter(({ isSpeech }) => !isSpeech), { text: String(reply), isSpeech: true }];
    shown = shown.map(({ text }) => ({ text, isSpeech: false }));
  }

  function show(event: Fields): void {
    if (event.type === 'run_start' || event.type === 'node_enter') busy = true;
    const handler = handlers[String(event.type)];
    const { session_id: _s, event_id: _e, ...payload } = event;
    if (handler) handler(event);
    else line(JSON.stringify(payload));
  }

  return {
    push(data) {
      // The web client reads up to the first tab.
      const frame = JSON.parse(data.split('\t')[0] as string) as Fields;
      if (typeof frame.reply === 'string') finish(frame);
      else if (frame.type === 'run_stream_event') show(frame.event as Fields);
      else show(frame.type === undefined ? fromExport(frame) : frame);
    },
    close() {
      busy = false;
    },
    screen: (): Screen => {
      const [prompt] = asked.values();
      return {
        text: shown.map(({ text }) => text).join(''),
        busy,
        tools: tools.map(({ id: _, ...it }) => it),
        errors: [...errors],
        ...(prompt !== undefined && { asks: { kind: 'approval', prompt } }),
      };
    },
  };
}

const renamed: Record<string, string> = { TaskStart: 'node_enter', TaskEnd: 'node_exit' };

/** One key, its payload below. */
function fromExport(frame: Fields): Fields {
  const [key = '', inner] = Object.entries(frame)[0] ?? [];
  const type = renamed[key] ?? key.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase();
  if (key !== 'Messages') return { ...(inner as Fields), type };
  const { content, kind } = (inner as { chunk: Fields }).chunk;
  return { type: kind === 'Thinking' ? 'thought_chunk' : 'message_chunk', content };
}
