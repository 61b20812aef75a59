import {
  type Ability,
  type IndependentServer,
  listen,
  piecesOf,
  type Step,
  stepsOf,
} from '../src/independent-server.ts';

type Send = (event: object) => void;
interface Request {
  readonly type: string;
  readonly id?: string;
  readonly message?: string;
  readonly thread_id?: string;
  readonly agent?: string;
}

export const abilities: readonly Ability[] = [
  'say',
  'think',
  'tool',
  'fails',
  'tree',
  'graph',
  'fail',
  'hang',
  'hangUp',
];

/** A session is named by its thread, or (as the document allows, too) by the connection or the run alone. */
type Naming = 'thread' | 'connection' | 'run';

/** Loom: numbered events of a run, node by node, then one reply; here on a WebSocket, as its own server does. */
export function start({ naming = 'thread' }: { readonly naming?: Naming } = {}): Promise<IndependentServer> {
  const received: unknown[] = [];
  let made = 0;
  let connections = 0;
  return listen(
    {
      socket(socket, path) {
        if (path !== '/') return socket.close();
        connections += 1;
        const connection = `connection-${connections}`;
        socket.on('message', (data) => {
          const request = JSON.parse(data.toString()) as Request;
          const answer = (body: object): void => socket.send(JSON.stringify({ id: request.id, ...body }));
          if (request.type === 'ping') return answer({ type: 'pong' });
          if (request.type === 'cancel_run') return answer({ type: 'cancel_run', run_id: request.id });
          if (request.type !== 'run') return answer({ type: 'error', error: `unknown request ${request.type}` });
          made += 1;
          const id = request.id ?? `run-${made}`;
          const thread = request.thread_id ?? `thread-${made}`;
          const session_id = { thread, connection, run: `session-of-${id}` }[naming];
          let event_id = 0;
          let node_id = 'run-0';
          const envelope = () => {
            event_id += 1;
            return { session_id, node_id, event_id };
          };
          const send: Send = (event) =>
            socket.send(JSON.stringify({ type: 'run_stream_event', id, event: { ...envelope(), ...event } }));
          send({ type: 'run_start', run_id: id, message: request.message, agent: request.agent ?? 'react' });
          node_id = 'run-think-0';
          send({ type: 'node_enter', id: 'think' });
          let reply = '';
          let calls = 0;
          for (const step of stepsOf(request.message ?? '')) {
            if ('hang' in step) return;
            if ('hangUp' in step) return socket.terminate();
            if ('fail' in step) {
              send({ type: 'node_exit', id: 'think', result: { Err: step.fail } });
              return answer({ id, type: 'error', error: step.fail });
            }
            calls += 1;
            if ('say' in step) reply += piecesOf(step.say).join('');
            tell(step, send, `call-${calls}`);
          }
          send({ type: 'usage', prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 });
          send({ type: 'node_exit', id: 'think', result: 'Ok' });
          answer({ id, type: 'run_end', reply, ...envelope() });
        });
      },
    },
    received,
  );
}

function tell(step: Step, send: Send, call_id: string): void {
  if ('say' in step) for (const content of piecesOf(step.say)) send({ type: 'message_chunk', content, id: 'think' });
  if ('think' in step) send({ type: 'thought_chunk', content: step.think, id: 'think' });
  if ('tool' in step) {
    const about = { call_id, name: step.tool };
    send({ type: 'tool_call', ...about, arguments: step.args ?? {} });
    send({ type: 'tool_start', ...about });
    send({ type: 'tool_end', ...about, result: step.result ?? '', is_error: step.fails ?? false });
  }
  if ('tree' in step) {
    send({ type: 'tot_expand', candidates: step.tree });
    send({
      type: 'tot_evaluate',
      chosen: step.chosen,
      scores: step.tree.map((_, i) => (i === step.chosen ? 0.9 : 0.2)),
    });
  }
  if ('graph' in step) {
    const { graph: node_ids } = step;
    send({ type: 'got_plan', node_count: node_ids.length, edge_count: node_ids.length - 1, node_ids });
    for (const id of node_ids) {
      send({ type: 'got_node_start', id });
      send({ type: 'got_node_complete', id, result_summary: `about ${id}` });
    }
  }
  if ('raw' in step) send(step.raw as object);
}
