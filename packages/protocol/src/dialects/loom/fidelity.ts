import type { Traits } from '../../dialect.ts';

const heard = ['assistant', 'system'] as const;
const custom = { how: 'native', as: 'custom' } as const;

export const carries: Traits['carries'] = {
  'message.accepted': {
    how: 'dropped',
    note: {
      en: 'the run_start of the run that answers it has its text',
      zh: '其文本由回答它的那次运行的 run_start 携带',
    },
  },
  'run.started': { how: 'native', as: 'run_start' },
  'run.status': {
    ...custom,
    note: {
      en: 'a question ends the run on the wire; going on begins another one',
      zh: '在该协议中，提问会结束当前运行，继续时另起一次运行',
    },
  },
  'run.finished': {
    how: 'native',
    as: {
      en: 'run_end or the reply line; error for a failed run on the WebSocket',
      zh: 'run_end 或回复行；WebSocket 上运行失败时为 error',
    },
    loses: ['text'],
    note: {
      en: 'the reply has all the text of the run, because it replaces what was streamed',
      zh: '回复包含本次运行的全部文本，因为它会替换已流式发送的内容',
    },
  },
  'message.started': {
    how: 'implied',
    as: {
      en: 'the first message_chunk or thought_chunk with its message_id',
      zh: '带有其 message_id 的首个 message_chunk 或 thought_chunk',
    },
  },
  'message.completed': {
    how: 'implied',
    as: { en: 'tool_start, node_exit or the reply', zh: 'tool_start、node_exit 或回复' },
  },
  'text.delta': {
    how: 'native',
    as: 'message_chunk',
    roles: heard,
    note: { en: 'the front end shows what its user typed', zh: '用户输入的内容由前端显示' },
  },
  'text.replaced': {
    ...custom,
    as: { en: 'custom, and the reply has the new text', zh: 'custom，且回复中为新文本' },
    roles: heard,
  },
  'reasoning.delta': { how: 'native', as: 'thought_chunk', roles: heard },
  'reasoning.done': {
    how: 'implied',
    as: { en: 'the next message_chunk of the message', zh: '该消息的下一个 message_chunk' },
  },
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
    note: {
      en: 'a question that is not about a call is text and a reply; the next message answers it',
      zh: '与调用无关的问题以文本加回复发出，下一条消息即为回答',
    },
  },
  'input.resolved': {
    how: 'implied',
    as: {
      en: 'tool_start or tool_end of the call; run_start of the run that goes on',
      zh: '该调用的 tool_start 或 tool_end；继续运行时的 run_start',
    },
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
  foreign: {
    ...custom,
    note: { en: 'a frame of this wire that nobody knew goes out as it came', zh: '来自该协议的未知帧原样发出' },
  },
  error: {
    how: 'native',
    as: 'error',
    note: { en: 'one that does not end the run goes as custom', zh: '不终止运行的错误以 custom 发送' },
  },
};

const ours = { how: 'extension', as: 'command' } as const;

export const accepts: Traits['accepts'] = {
  'message.send': {
    how: 'native',
    as: 'run',
    loses: ['options'],
    note: {
      en: 'of the options those that Loom has: workspace, working folder, adaptive graph, verbose',
      zh: '选项中仅保留 Loom 支持的：工作区、工作目录、自适应图、详细输出',
    },
  },
  'input.answer': {
    how: 'extension',
    as: {
      en: 'tool_approval_response; command for a question that is not about a call, which the next run request answers too',
      zh: 'tool_approval_response；与调用无关的问题用 command 回答，也可由下一个 run 请求回答',
    },
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
    as: { en: 'the request of that name', zh: '同名请求' },
    loses: ['session'],
    note: { en: 'sessions, settings, plans and files have none', zh: '会话、设置、计划和文件没有对应的请求' },
  },
};
