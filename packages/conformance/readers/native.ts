import type { NaiveReader, Screen, ToolCard } from '../src/reader.ts';

type Card = { -readonly [K in keyof ToolCard]: ToolCard[K] };
type Event = Record<string, unknown>;

/** The plainest page for Polywire's own events: messages as text, tools as cards, everything else as a line of a log. */
export function reader(): NaiveReader {
  const messages = new Map<string, string>();
  const log: string[] = [];
  const cards = new Map<string, Card>();
  const errors: string[] = [];
  const open = new Map<string, { kind: 'text' | 'approval'; prompt: string }>();
  let busy = false;

  const handlers: Record<string, (event: Event) => void> = {
    'run.started': () => {
      busy = true;
    },
    'run.finished': ({ status, reason }) => {
      busy = false;
      if (status === 'error' || status === 'timed_out') errors.push(String(reason ?? status));
    },
    'text.delta': ({ messageId, delta }) => {
      messages.set(String(messageId), `${messages.get(String(messageId)) ?? ''}${delta}`);
    },
    'text.replaced': ({ messageId, text }) => {
      messages.set(String(messageId), String(text));
    },
    'tool.call': ({ callId, name }) => {
      cards.set(String(callId), { name: String(name), state: 'running' });
    },
    'tool.finished': ({ callId, outcome, result }) => {
      const card = cards.get(String(callId));
      if (!card) return;
      card.state = outcome === 'ok' ? 'ok' : 'error';
      card.result = typeof result === 'string' ? result : JSON.stringify(result);
    },
    'input.requested': ({ inputId, kind, prompt }) => {
      open.set(String(inputId), { kind: kind === 'text' ? 'text' : 'approval', prompt: String(prompt ?? '') });
    },
    'input.resolved': ({ inputId }) => {
      open.delete(String(inputId));
    },
    error: ({ message }) => {
      errors.push(String(message));
    },
  };

  return {
    push(data) {
      const event = JSON.parse(data) as Event;
      const handler = handlers[String(event.type)];
      if (handler) handler(event);
      else
        log.push(
          Object.values(event)
            .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
            .join(' '),
        );
    },
    close() {
      busy = false;
    },
    screen(): Screen {
      const [asks] = open.values();
      const text = [...messages.values(), ...log].join('\n');
      return {
        text,
        busy,
        tools: [...cards.values()].map((card) => ({ ...card })),
        errors: [...errors],
        ...(asks && { asks }),
      };
    },
  };
}
