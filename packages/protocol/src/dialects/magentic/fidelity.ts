import type { Traits } from '../../dialect.ts';

const native = (as: string) => ({ how: 'native', as }) as const;
const chunk = (what: string) => ({ how: 'extension', as: `message_chunk: ${what}` }) as const;
const words = { how: 'degraded', as: 'message of the Orchestrator' } as const;
const dropped = { how: 'dropped' } as const;

export const carries: Traits['carries'] = {
  'message.accepted': {
    ...chunk('the event'),
    note: 'the page shows a message when its run begins; restored only where the client asks for it',
  },
  'run.started': native('system active, then the task as a message of user'),
  'run.status': native('system'),
  'run.finished': native('final_answer message and result, or completion'),
  'message.started': chunk('start'),
  'message.completed': native('message with the whole text'),
  'text.delta': { ...native('message_chunk, and whole in message'), note: 'the page shows the whole text' },
  'text.replaced': {
    ...native('the message'),
    degrades: [{}],
    note: 'after the end of the message: another message that corrects it, a `notice` without restore',
  },
  'reasoning.delta': native('message_chunk, and whole in message with metadata.type reasoning'),
  'reasoning.done': native('message with metadata.type reasoning'),
  'history.rewound': chunk('the event'),
  'tool.args': chunk('tool_args'),
  'tool.call': native('ToolCallRequestEvent'),
  'tool.started': chunk('tool_start'),
  'tool.output': chunk('tool_output'),
  'tool.finished': { ...native('ToolCallExecutionEvent'), loses: ['full'] },
  'input.requested': { ...native('input_request'), partly: true, note: 'the oldest open one, when the run waits' },
  'input.resolved': { ...native('system active'), partly: true, note: 'a text is shown as a message of user_proxy' },
  'todo.list': { ...words, as: 'message of the Orchestrator with Markdown' },
  'todo.item': { ...words, as: 'message of the Orchestrator with Markdown' },
  'plan.proposed': native('plan_message'),
  'plan.edited': native('plan_message'),
  'plan.step': native('step_execution'),
  image: native('MultiModalMessage'),
  chart: { ...words, as: 'message of the Orchestrator with a Markdown link' },
  'node.entered': words,
  'node.exited': words,
  usage: { ...chunk('the event'), note: 'the sum is in the result' },
  'state.snapshot': words,
  'state.update': words,
  checkpoint: words,
  'tot.expand': words,
  'tot.evaluate': words,
  'tot.backtrack': words,
  'got.plan': words,
  'got.node': words,
  'got.expand': words,
  notice: native('message of the Orchestrator; replanning'),
  custom: chunk('the event'),
  foreign: chunk('the event'),
  error: { ...words, note: 'an error frame makes the page hang up, so it is for faults of the protocol alone' },
};

export const accepts: Traits['accepts'] = {
  'message.send': { how: 'native', as: 'start', loses: ['seen'] },
  'input.answer': { how: 'native', as: 'input_response' },
  'run.pause': { how: 'native', as: 'pause' },
  'run.resume': { how: 'native', as: 'resume' },
  'run.stop': { how: 'native', as: 'stop' },
  'todo.set': dropped,
  'plan.edit': { ...dropped, note: 'an edited plan goes with the answer to its question' },
  'history.rewind': dropped,
  attach: { how: 'implied', as: 'opening the socket of the run' },
  ping: { how: 'native', as: 'ping' },
  call: { how: 'native', as: 'a request to /api', loses: ['ref'] },
};
