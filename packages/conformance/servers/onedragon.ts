import type { ServerResponse } from 'node:http';
import {
  type Ability,
  type IndependentServer,
  listen,
  piecesOf,
  type Step,
  stepsOf,
} from '../src/independent-server.ts';

type Block = Record<string, unknown>;
type Send = (type: string, message: object) => void;

export const abilities: readonly Ability[] = ['say', 'tool', 'chart', 'fail', 'hang', 'hangUp', 'stop'];

/** OneDragon: a request a message, whole messages again and again, charts to be fetched. */
export function start(): Promise<IndependentServer> {
  const received: unknown[] = [];
  let sessions = 0;
  return listen(
    {
      request(path, body, response) {
        if (path === '/chat/get_analyse_by_code_result') return analysis(body, response);
        if (path !== '/chat/stream') return void response.writeHead(404).end('{"detail":"Not Found"}');
        const request = JSON.parse(body) as { session_id: string | null; user_input?: string };
        if (request.session_id === null || request.session_id === undefined) sessions += 1;
        const session_id = request.session_id ?? `session-${sessions}`;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const send: Send = (type, message) =>
          response.write(`data: ${JSON.stringify({ session_id, type, message })}\n\n`);
        send('status', { hint: 'connected' });
        const teller = new Teller(send);
        for (const step of stepsOf(request.user_input ?? '')) {
          if ('hang' in step) return;
          if ('hangUp' in step) return void response.socket?.destroySoon();
          if ('raw' in step) response.write(`data: ${JSON.stringify(step.raw)}\n\n`);
          else teller.tell(step);
          if ('fail' in step) break;
        }
        send('response_completed', {});
        response.end();
      },
    },
    received,
  );
}

function analysis(body: string, response: ServerResponse): void {
  const { analyse_id } = JSON.parse(body) as { analyse_id?: number };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ echarts_list: [{ title: { text: `Analysis ${analyse_id}` }, series: [] }] }));
}

class Teller {
  readonly #send: Send;
  #made = 0;

  constructor(send: Send) {
    this.#send = send;
  }

  tell(step: Step): void {
    if ('say' in step) {
      const id = this.#id();
      let text = '';
      for (const piece of piecesOf(step.say)) {
        text += piece;
        this.#message('message_update', id, [{ type: 'text', text }]);
      }
      this.#message('message_completed', id, [{ type: 'text', text }]);
    }
    if ('tool' in step) this.#call(step.tool, step.args ?? {}, step.result ?? '');
    if ('chart' in step) {
      this.#call(
        'display_analyse_by_code_result',
        { analyse_id: step.chart },
        JSON.stringify({ analyse_id: step.chart }),
      );
    }
    if ('fail' in step) this.#send('error', { hint: step.fail });
  }

  #call(name: string, input: object, result: string): void {
    const id = this.#id();
    this.#message('message_completed', this.#id(), [{ type: 'tool_use', id, name, input }]);
    const output = [{ type: 'text', text: result }];
    this.#message('message_completed', this.#id(), [{ type: 'tool_result', id, name, output }], 'system');
  }

  #message(type: string, id: string, content: Block[], role = 'assistant'): void {
    const name = role === 'system' ? 'system' : 'OneDragon';
    this.#send(type, { id, name, role, content, metadata: null, timestamp: '2025-09-15 18:17:51.641' });
  }

  #id(): string {
    this.#made += 1;
    return `id_${this.#made}`;
  }
}
