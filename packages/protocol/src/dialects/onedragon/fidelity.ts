import type { Traits } from '../../dialect.ts';

const asText = { how: 'degraded', as: 'a message of its own with Markdown' } as const;
const aboutRun = ['input', 'agentKind', 'model', 'ref'] as const;
const restored = 'clients that ask for restore get it';
const dropped = { how: 'dropped' } as const;
const kept = { ...dropped, note: restored } as const;

/** The page shows what its user typed by itself, and would show it again as the assistant's words. */
const roles = ['assistant', 'system'] as const;
const thinking = {
  how: 'dropped',
  note: `the variant \`thinking\` sends it as a thinking block; ${restored}`,
} as const;

export const carries: Traits['carries'] = {
  'message.accepted': { how: 'dropped', note: `the page shows what its user typed by itself; ${restored}` },
  'run.started': { how: 'implied', as: 'the first frame of a turn', onlyRestored: aboutRun, note: restored },
  'run.status': {
    how: 'implied',
    as: 'response_completed while waiting, the next frame when it goes on',
    partly: true,
    note: restored,
  },
  'run.finished': {
    how: 'native',
    as: 'response_completed, after an error where it failed',
    loses: ['text', 'reason', 'usage', 'cost', 'durationMs'],
  },
  'message.started': { how: 'implied', as: 'the first frame of the message', roles },
  'message.completed': { how: 'native', as: 'message_completed', roles },
  'text.delta': { how: 'native', as: 'a text block: previews in message_update, exact in message_completed', roles },
  'text.replaced': { how: 'native', as: 'the message again, with the new text', roles },
  'reasoning.delta': thinking,
  'reasoning.done': thinking,
  'history.rewound': kept,
  'tool.args': kept,
  'tool.call': {
    how: 'native',
    as: 'a tool_use block',
    loses: ['messageId'],
    note: 'in its message; in one of its own where that is not open',
  },
  'tool.started': { how: 'implied', as: 'the tool_result block', note: restored },
  'tool.output': kept,
  'tool.finished': { how: 'native', as: 'a tool_result block', loses: ['full'], asText: ['result'] },
  'input.requested': {
    how: 'degraded',
    as: 'the question as a message, then response_completed: the next message answers',
  },
  'input.resolved': { how: 'implied', as: 'the next turn', partly: true, note: restored },
  'todo.list': asText,
  'todo.item': asText,
  'plan.proposed': asText,
  'plan.edited': asText,
  'plan.step': asText,
  image: { how: 'native', as: 'an image block beside a text block with a Markdown image' },
  chart: {
    how: 'native',
    as: 'tool_use and tool_result of display_analyse_by_code_result',
    loses: ['options'],
    note: 'the options are fetched by the id of the analysis',
  },
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
    note: 'one that does not end the run goes as a message',
  },
};

export const accepts: Traits['accepts'] = {
  'message.send': {
    how: 'native',
    as: 'a body with user_input',
    loses: ['files', 'agent', 'options'],
    note: 'options.modelConfigId is kept',
  },
  'input.answer': {
    how: 'degraded',
    as: 'a body with user_input: the next message answers',
    loses: ['runId', 'inputId', 'callId', 'args', 'steps', 'files'],
  },
  'run.pause': dropped,
  'run.resume': dropped,
  'run.stop': {
    how: 'extension',
    as: 'POST /chat/stop',
    loses: ['runId', 'reason', 'ref'],
    note: 'the real front end aborts its request, which stops the run as well',
  },
  'todo.set': dropped,
  'plan.edit': dropped,
  'history.rewind': dropped,
  attach: { how: 'extension', as: 'a body with attach', loses: ['ref'] },
  ping: dropped,
  call: {
    how: 'native',
    as: 'GET /api/models/configs, POST /chat/get_analyse_by_code_result',
    loses: ['session', 'ref', 'params'],
    note: 'models.list and analysis.get',
  },
};
