import type { Traits } from '../../dialect.ts';

const inText = { how: 'degraded', as: 'chunk with Markdown' } as const;
const inThoughts = { how: 'degraded', as: 'a line of reasoning' } as const;
const dropped = { how: 'dropped' } as const;
const aboutRun = ['input', 'agentKind', 'model', 'ref'] as const;
const restored = 'clients that ask for restore get it with the next frame';

export const carries: Traits['carries'] = {
  'message.accepted': { how: 'dropped', note: 'the front end shows what its user typed by itself' },
  'run.started': { how: 'implied', as: 'the first frame of a turn', onlyRestored: aboutRun, note: restored },
  'run.status': {
    how: 'implied',
    as: '[DONE] while waiting, the next frame when it goes on',
    partly: true,
    note: restored,
  },
  'run.finished': { how: 'native', as: 'chunk [DONE]', loses: ['text', 'reason', 'usage', 'cost', 'durationMs'] },
  'message.started': {
    how: 'implied',
    as: 'the first chunk or reasoning',
    onlyRestored: ['messageId', 'name'],
    note: restored,
  },
  'message.completed': {
    how: 'implied',
    as: 'the next frame that is no chunk',
    onlyRestored: ['messageId', 'interrupted'],
    note: restored,
  },
  'text.delta': { how: 'native', as: 'chunk', loses: ['messageId'], roles: ['assistant', 'system'] },
  'text.replaced': inText,
  'reasoning.delta': { how: 'native', as: 'reasoning, thinking', loses: ['messageId'], roles: ['assistant', 'system'] },
  'reasoning.done': { how: 'native', as: 'reasoning, done', loses: ['messageId'], roles: ['assistant', 'system'] },
  'history.rewound': dropped,
  'tool.args': { how: 'dropped', note: restored },
  'tool.call': {
    how: 'native',
    as: 'tool_use',
    loses: ['messageId'],
    reordered: true,
    note: 'sent when the tool starts',
  },
  'tool.started': { how: 'implied', as: 'tool_use' },
  'tool.output': { how: 'dropped', note: restored },
  'tool.finished': { how: 'native', as: 'tool_result', loses: ['full', 'messageId'] },
  'input.requested': { how: 'degraded', as: 'the question as chunk, then [DONE]: the next message answers' },
  'input.resolved': { how: 'implied', as: 'the next turn', partly: true, note: restored },
  'todo.list': { how: 'native', as: 'todo_list' },
  'todo.item': { how: 'native', as: 'todo_update', loses: ['by'] },
  'plan.proposed': inText,
  'plan.edited': inText,
  'plan.step': inText,
  image: { how: 'native', as: 'image' },
  chart: { how: 'degraded', as: 'chunk with a Markdown link' },
  'node.entered': inThoughts,
  'node.exited': inThoughts,
  usage: inThoughts,
  'state.snapshot': inThoughts,
  'state.update': inThoughts,
  checkpoint: inThoughts,
  'tot.expand': inThoughts,
  'tot.evaluate': inThoughts,
  'tot.backtrack': inThoughts,
  'got.plan': inThoughts,
  'got.node': inThoughts,
  'got.expand': inThoughts,
  notice: inText,
  custom: { how: 'dropped', note: restored },
  foreign: { how: 'dropped', note: restored },
  error: { how: 'native', as: 'error', note: 'one that ends the run is sent when the run ends' },
};

export const accepts: Traits['accepts'] = {
  'message.send': {
    how: 'native',
    as: '{content, session_id?}',
    loses: ['files', 'agent', 'model', 'options'],
    note: 'ref and after are ours',
  },
  'input.answer': {
    how: 'degraded',
    as: '{content}: the next message answers',
    loses: ['runId', 'inputId', 'callId', 'args', 'steps', 'files'],
  },
  'run.pause': dropped,
  'run.resume': dropped,
  'run.stop': {
    how: 'extension',
    as: '{type: "stop", session_id}',
    loses: ['runId', 'reason'],
    note: 'the front end closes its socket instead; that stops the run unless cursors were asked for',
  },
  'todo.set': dropped,
  'plan.edit': dropped,
  'history.rewind': dropped,
  attach: { how: 'extension', as: '{type: "attach", session_id, after?}' },
  ping: dropped,
  call: dropped,
};
