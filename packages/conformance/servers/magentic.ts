import type { WebSocket } from 'ws';
import {
  type Ability,
  type IndependentServer,
  listen,
  piecesOf,
  type Step,
  stepsOf,
} from '../src/independent-server.ts';

interface Message {
  readonly type: string;
  readonly task?: string;
  readonly response?: string;
}

export const abilities: readonly Ability[] = [
  'say',
  'tool',
  'fails',
  'image',
  'plan',
  'ask',
  'approve',
  'pause',
  'stop',
  'fail',
  'hang',
  'hangUp',
];

/** Magentic-UI: a socket for each run, states, questions that wait for their answer, closed when it is over. */
export function start(): Promise<IndependentServer> {
  const received: unknown[] = [];
  return listen(
    {
      socket(socket, path) {
        if (!/^\/api\/ws\/runs\/\d+$/.test(path)) return socket.close();
        const task = new Task(socket);
        task.system('connected');
        socket.on('message', (data) => task.hear(JSON.parse(data.toString()) as Message));
      },
      request(path, _, response) {
        if (path.startsWith('/files/')) return void response.setHeader('content-type', 'image/png').end(DOT);
        response.setHeader('content-type', 'application/json');
        if (path === '/api/sessions/') response.end(JSON.stringify({ status: true, data: { id: 41, name: '' } }));
        else response.writeHead(404).end('{"detail":"Not Found"}');
      },
    },
    received,
  );
}

/** A picture of one point. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

class Task {
  readonly #socket: WebSocket;
  #steps: Step[] = [];
  #calls = 0;
  #isWaiting = false;
  #isPaused = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  system(status: string): void {
    this.#send({ type: 'system', status });
  }

  hear(message: Message): void {
    if (message.type === 'ping') return this.#send({ type: 'pong' });
    if (message.type === 'stop') return this.#end('completion', 'stopped', '');
    if (message.type === 'pause') {
      this.#isPaused = true;
      return this.system('paused');
    }
    if (message.type === 'start') {
      const task = textOf(message.task ?? '');
      this.#steps = [...stepsOf(task)];
      this.system('active');
      this.#message(task, { agent_name: 'user', message_type: 'TextMessage' }, 'user');
      return this.#go();
    }
    if (message.type === 'resume' || (message.type === 'input_response' && this.#isWaiting)) {
      const wasWaiting = this.#isWaiting;
      this.#isWaiting = false;
      this.#isPaused = false;
      this.system('active');
      if (wasWaiting) this.#message(`answered ${textOf(message.response ?? '')}`, { agent_name: 'assistant' });
      this.#go();
    }
  }

  #go(): void {
    let said = '';
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      if ('hang' in step) return;
      if ('hangUp' in step) return this.#socket.terminate();
      if ('fail' in step) return this.#end('completion', 'error', step.fail);
      if ('ask' in step || 'approve' in step) {
        this.#isWaiting = true;
        this.system('awaiting_input');
        return this.#send(
          'ask' in step
            ? { type: 'input_request', input_type: null }
            : { type: 'input_request', input_type: 'approval', prompt: step.approve },
        );
      }
      this.#tell(step);
      if ('say' in step) said = piecesOf(step.say).join('');
      if (this.#isPaused) return;
    }
    this.#end('result', 'complete', said);
  }

  #tell(step: Step): void {
    if ('say' in step)
      this.#message(piecesOf(step.say).join(''), { agent_name: 'assistant', message_type: 'TextMessage' });
    if ('raw' in step) this.#send(step.raw as object);
    if ('tool' in step) {
      this.#calls += 1;
      const id = `call-${this.#calls}`;
      const call = [{ id, name: step.tool, arguments: JSON.stringify(step.args ?? {}) }];
      const result = [{ call_id: id, name: step.tool, content: step.result ?? '', is_error: step.fails ?? false }];
      this.#message(call, {}, 'assistant', 'ToolCallRequestEvent');
      this.#message(result, {}, 'assistant', 'ToolCallExecutionEvent');
    }
    if ('image' in step) {
      this.#message([step.alt, { url: step.image, alt: step.alt }], {}, 'assistant', 'MultiModalMessage');
    }
    if ('plan' in step) {
      const steps = step.plan.map((each) => ({ ...each, agent_name: 'web_surfer' }));
      this.#message(JSON.stringify({ task: '', plan_summary: '', steps }), { type: 'plan_message' }, 'Orchestrator');
    }
  }

  #message(content: unknown, metadata: object, source = 'assistant', type = 'TextMessage'): void {
    this.#send({ type: 'message', data: { source, models_usage: null, metadata, content, type } });
  }

  #end(type: string, status: string, task_result: string): void {
    this.#send({ type, status, data: { task_result, usage: { tokens: 1000, cost: 0.02 }, duration: 30.5 } });
    this.#socket.close();
  }

  #send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }
}

/** Texts come as JSON with `content`, or plain. */
function textOf(text: string): string {
  try {
    const { content } = JSON.parse(text) as { content?: string };
    return content ?? text;
  } catch {
    return text;
  }
}
