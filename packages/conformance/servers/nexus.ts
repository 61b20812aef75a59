import {
  type Ability,
  type IndependentServer,
  listen,
  piecesOf,
  type Step,
  stepsOf,
} from '../src/independent-server.ts';

export const abilities: readonly Ability[] = ['say', 'tool', 'fails', 'fail', 'hang', 'hangUp'];

/** NEXUS: one socket a session, every frame in its envelope, silence to pings. */
export function start(): Promise<IndependentServer> {
  const received: unknown[] = [];
  let runs = 0;
  return listen(
    {
      socket(socket, path) {
        const session = decodeURIComponent(path.split('/').at(-1) ?? '');
        if (!path.startsWith('/api/v1/ws/')) return socket.close();
        socket.on('message', (data) => {
          const { type, payload } = JSON.parse(data.toString()) as { type: string; payload?: { content?: string } };
          const text = payload?.content ?? '';
          if (type !== 'user_message' || text.trim() === '') return;
          runs += 1;
          const run_id = `run_${runs}`;
          const send = (event: string, body: object): void =>
            socket.send(JSON.stringify({ event, run_id, payload: body }));
          send('run_started', { session_id: session, user_input: text });
          let status = 'completed';
          for (const step of stepsOf(text)) {
            if ('hang' in step) return;
            if ('hangUp' in step) return socket.terminate();
            if ('raw' in step) socket.send(JSON.stringify(step.raw));
            else if (tell(step, send)) status = 'failed';
          }
          send('run_finished', { status });
        });
      },
    },
    received,
  );
}

/** True where it went wrong. */
function tell(step: Step, send: (event: string, payload: object) => void): boolean {
  if ('say' in step) for (const chunk of piecesOf(step.say)) send('text_chunk', { chunk });
  if ('tool' in step) {
    send('tool_call_started', { tool_name: step.tool, args: step.args ?? {} });
    const status = step.fails ? 'error' : 'success';
    send('tool_call_finished', { tool_name: step.tool, status, result: step.result ?? '' });
  }
  if (!('fail' in step)) return false;
  send('error', { message: step.fail });
  return true;
}
