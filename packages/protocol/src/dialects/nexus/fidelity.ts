import type { Traits } from '../../dialect.ts';

const asText = { how: 'degraded', as: 'text_chunk with Markdown' } as const;
const dropped = { how: 'dropped' } as const;
const restored = 'clients that ask for restore get it with the next frame';
const kept = { how: 'dropped', note: restored } as const;

export const carries: Traits['carries'] = {
  'message.accepted': { how: 'dropped', note: 'AURA shows what its user typed by itself' },
  'run.started': { how: 'native', as: 'run_started', loses: ['agentKind', 'model', 'ref'] },
  'run.status': {
    how: 'implied',
    as: 'run_finished while waiting, run_started when it goes on',
    partly: true,
    note: restored,
  },
  'run.finished': { how: 'native', as: 'run_finished', loses: ['text', 'reason', 'usage', 'cost', 'durationMs'] },
  'message.started': {
    how: 'implied',
    as: 'the first text_chunk',
    onlyRestored: ['messageId', 'name'],
    note: restored,
  },
  'message.completed': {
    how: 'implied',
    as: 'the next frame that is no text_chunk',
    onlyRestored: ['messageId', 'interrupted'],
    note: restored,
  },
  'text.delta': { how: 'native', as: 'text_chunk', loses: ['messageId'], roles: ['assistant', 'system'] },
  'text.replaced': asText,
  'reasoning.delta': kept,
  'reasoning.done': kept,
  'history.rewound': dropped,
  'tool.args': kept,
  'tool.call': {
    how: 'native',
    as: 'tool_call_started',
    loses: ['messageId'],
    reordered: true,
    note: 'sent when the tool starts',
  },
  'tool.started': { how: 'implied', as: 'tool_call_started' },
  'tool.output': kept,
  'tool.finished': {
    how: 'native',
    as: 'tool_call_finished',
    loses: ['full', 'messageId'],
    asText: ['result'],
  },
  'input.requested': { how: 'degraded', as: 'the question as text_chunk, then run_finished: the next message answers' },
  'input.resolved': { how: 'implied', as: 'the run_started of the next turn', partly: true, note: restored },
  'todo.list': asText,
  'todo.item': asText,
  'plan.proposed': asText,
  'plan.edited': asText,
  'plan.step': asText,
  image: { how: 'degraded', as: 'text_chunk with a Markdown image' },
  chart: { how: 'degraded', as: 'text_chunk with a Markdown link' },
  'node.entered': kept,
  'node.exited': kept,
  usage: kept,
  'state.snapshot': kept,
  'state.update': kept,
  checkpoint: kept,
  'tot.expand': kept,
  'tot.evaluate': kept,
  'tot.backtrack': kept,
  'got.plan': kept,
  'got.node': kept,
  'got.expand': kept,
  notice: asText,
  custom: kept,
  foreign: kept,
  error: {
    how: 'native',
    as: 'error',
    degrades: [{ fatal: false }],
    note: 'one that does not end the run goes as text_chunk',
  },
};

export const accepts: Traits['accepts'] = {
  'message.send': { how: 'native', as: 'user_message', loses: ['files', 'agent', 'model', 'seen', 'options'] },
  'input.answer': {
    how: 'degraded',
    as: 'user_message: the next message answers',
    loses: ['inputId', 'args', 'steps'],
  },
  'run.pause': dropped,
  'run.resume': dropped,
  'run.stop': dropped,
  'todo.set': dropped,
  'plan.edit': dropped,
  'history.rewind': dropped,
  attach: { how: 'implied', as: 'opening the socket of the session' },
  ping: { how: 'native', as: 'ping', loses: ['ref'] },
  call: dropped,
};
