import type { Traits } from '../../dialect.ts';

const heard = ['assistant', 'system'] as const;
const custom = { how: 'native', as: 'custom' } as const;

export const carries: Traits['carries'] = {
  'message.accepted': { how: 'dropped', note: 'the run_start of the run that answers it has its text' },
  'run.started': { how: 'native', as: 'run_start' },
  'run.status': { ...custom, note: 'a question ends the run on the wire; going on begins another one' },
  'run.finished': {
    how: 'native',
    as: 'run_end or the reply line; error for a failed run on the WebSocket',
    loses: ['text'],
    note: 'the reply has all the text of the run, because it replaces what was streamed',
  },
  'message.started': { how: 'implied', as: 'the first message_chunk or thought_chunk with its message_id' },
  'message.completed': { how: 'implied', as: 'tool_start, node_exit or the reply' },
  'text.delta': { how: 'native', as: 'message_chunk', roles: heard, note: 'the front end shows what its user typed' },
  'text.replaced': { ...custom, as: 'custom, and the reply has the new text', roles: heard },
  'reasoning.delta': { how: 'native', as: 'thought_chunk', roles: heard },
  'reasoning.done': { how: 'implied', as: 'the next message_chunk of the message' },
  'history.rewound': custom,
  'tool.args': { how: 'native', as: 'tool_call_chunk' },
  'tool.call': { how: 'native', as: 'tool_call' },
  'tool.started': { how: 'native', as: 'tool_start' },
  'tool.output': { how: 'native', as: 'tool_output' },
  'tool.finished': { how: 'native', as: 'tool_end', asText: ['result', 'full'] },
  'input.requested': {
    how: 'native',
    as: 'tool_approval',
    degrades: [{ kind: 'text' }, { kind: 'plan' }],
    note: 'a question that is not about a call is text and a reply; the next message answers it',
  },
  'input.resolved': {
    how: 'implied',
    as: 'tool_start or tool_end of the call; run_start of the run that goes on',
    onlyRestored: ['text', 'args', 'by', 'ref'],
  },
  'todo.list': custom,
  'todo.item': custom,
  'plan.proposed': custom,
  'plan.edited': custom,
  'plan.step': custom,
  image: custom,
  chart: custom,
  'node.entered': { how: 'native', as: 'node_enter' },
  'node.exited': { how: 'native', as: 'node_exit' },
  usage: { how: 'native', as: 'usage', loses: ['cost'] },
  'state.snapshot': { how: 'native', as: 'values' },
  'state.update': { how: 'native', as: 'updates' },
  checkpoint: { how: 'native', as: 'checkpoint' },
  'tot.expand': { how: 'native', as: 'tot_expand' },
  'tot.evaluate': { how: 'native', as: 'tot_evaluate' },
  'tot.backtrack': { how: 'native', as: 'tot_backtrack' },
  'got.plan': { how: 'native', as: 'got_plan' },
  'got.node': { how: 'native', as: 'got_node_start, got_node_complete, got_node_failed' },
  'got.expand': { how: 'native', as: 'got_expand' },
  notice: custom,
  custom,
  foreign: { ...custom, note: 'a frame of this wire that nobody knew goes out as it came' },
  error: { how: 'native', as: 'error', note: 'one that does not end the run goes as custom' },
};

const ours = { how: 'extension', as: 'command' } as const;

export const accepts: Traits['accepts'] = {
  'message.send': {
    how: 'native',
    as: 'run',
    loses: ['options'],
    note: 'of the options those that Loom has: workspace, working folder, adaptive graph, verbose',
  },
  'input.answer': {
    how: 'extension',
    as: 'tool_approval_response; command for a question that is not about a call, which the next run request answers too',
  },
  'run.pause': ours,
  'run.resume': ours,
  'run.stop': { how: 'native', as: 'cancel_run', loses: ['reason'] },
  'todo.set': ours,
  'plan.edit': ours,
  'history.rewind': ours,
  attach: { how: 'extension', as: 'attach' },
  ping: { how: 'native', as: 'ping', loses: ['session'] },
  call: {
    how: 'native',
    as: 'the request of that name',
    loses: ['session'],
    note: 'sessions, settings, plans and files have none',
  },
};
