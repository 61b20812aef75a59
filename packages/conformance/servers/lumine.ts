import { randomUUID } from 'node:crypto';
import {
  type Ability,
  type IndependentServer,
  listen,
  piecesOf,
  type Step,
  stepsOf,
} from '../src/independent-server.ts';

type Send = (type: string, fields: object) => void;

export const abilities: readonly Ability[] = [
  'say',
  'think',
  'tool',
  'fails',
  'todos',
  'image',
  'fail',
  'hang',
  'hangUp',
  'stop',
];

/** Lumine: one socket a message, the session first, `[DONE]` last, all base fields on every frame. */
export function start(): Promise<IndependentServer> {
  const received: unknown[] = [];
  return listen(
    {
      socket(socket, path) {
        if (path !== '/agentOS/v1/ws_stream') return socket.close();
        socket.once('message', (data) => {
          const request = JSON.parse(data.toString()) as { content?: string; session_id?: string };
          const session_id = request.session_id ?? randomUUID();
          let conversation_id: string | null = null;
          const send: Send = (type, fields) =>
            socket.send(JSON.stringify({ ...base, type, id: randomUUID(), session_id, conversation_id, ...fields }));
          send('session_id', { id: session_id });
          conversation_id = `conv-${session_id}`;
          let calls = 0;
          for (const step of stepsOf(request.content ?? '')) {
            if ('hang' in step) return;
            if ('hangUp' in step) return socket.terminate();
            if ('raw' in step) socket.send(JSON.stringify(step.raw));
            calls += 1;
            tell(step, send, `call-${calls}`);
            if ('fail' in step) break;
          }
          send('chunk', { content: '[DONE]' });
        });
      },
    },
    received,
  );
}

const base = {
  role: 'assistant',
  tool_use_id: null,
  content: null,
  toolName: null,
  args: null,
  result: null,
  status: null,
  error: null,
};

function tell(step: Step, send: Send, call: string): void {
  if ('say' in step) for (const content of piecesOf(step.say)) send('chunk', { content });
  if ('think' in step) {
    send('reasoning', { content: step.think, status: 'thinking' });
    send('reasoning', { content: '', status: 'done' });
  }
  if ('tool' in step) {
    const about = { tool_use_id: call, toolName: step.tool };
    send('tool_use', { ...about, args: step.args ?? {}, status: 'running' });
    if (step.fails) send('tool_result', { ...about, status: 'error', error: step.result ?? 'failed' });
    else send('tool_result', { ...about, result: { text: step.result ?? '' }, status: 'completed' });
  }
  if ('todos' in step) {
    const items = step.todos.map((text, i) => ({ id: `item-${i + 1}`, text, completed: false }));
    send('todo_list', { list_id: 'list-1', title: step.title, items });
  }
  if ('tick' in step) {
    send('todo_update', { list_id: 'list-1', item_id: `item-${step.tick}`, completed: true, text: null });
  }
  if ('image' in step) send('image', { url: step.image, mediaType: 'image/png', alt: step.alt });
  if ('fail' in step) send('error', { error: step.fail, code: 'MODEL_UNAVAILABLE' });
}
