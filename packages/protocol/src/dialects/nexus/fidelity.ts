import { restoredLater as restored } from '../../codec/bring.ts';
import { plans, rows, thoughts, toolStreams, workings } from '../../codec/rows.ts';
import type { Traits } from '../../dialect.ts';

const asText = { how: 'degraded', as: { en: 'text_chunk with Markdown', zh: 'Markdown 格式的 text_chunk' } } as const;
const dropped = { how: 'dropped' } as const;
const kept = { how: 'dropped', note: restored } as const;

export const carries: Traits['carries'] = {
  'message.accepted': {
    how: 'dropped',
    note: { en: 'AURA shows what its user typed by itself', zh: '用户输入的内容由 AURA 自行显示' },
  },
  'run.started': { how: 'native', as: 'run_started', loses: ['agentKind', 'model', 'ref'] },
  'run.status': {
    how: 'implied',
    as: {
      en: 'run_finished while waiting, run_started when it goes on',
      zh: '等待时为 run_finished，继续时为 run_started',
    },
    partly: true,
    note: restored,
  },
  'run.finished': { how: 'native', as: 'run_finished', loses: ['text', 'reason', 'usage', 'cost', 'durationMs'] },
  'message.started': {
    how: 'implied',
    as: { en: 'the first text_chunk', zh: '首个 text_chunk' },
    onlyRestored: ['messageId', 'name'],
    note: restored,
  },
  'message.completed': {
    how: 'implied',
    as: { en: 'the next frame that is no text_chunk', zh: '下一个非 text_chunk 帧' },
    onlyRestored: ['messageId', 'interrupted'],
    note: restored,
  },
  'text.delta': { how: 'native', as: 'text_chunk', loses: ['messageId'], roles: ['assistant', 'system'] },
  'text.replaced': asText,
  'reasoning.delta': kept,
  'reasoning.done': kept,
  'history.rewound': dropped,
  ...rows(toolStreams, kept),
  'tool.call': {
    how: 'native',
    as: 'tool_call_started',
    loses: ['messageId'],
    reordered: true,
    note: { en: 'sent when the tool starts', zh: '在工具开始执行时发送' },
  },
  'tool.started': { how: 'implied', as: 'tool_call_started' },
  'tool.finished': {
    how: 'native',
    as: 'tool_call_finished',
    loses: ['full', 'messageId'],
    asText: ['result'],
  },
  'input.requested': {
    how: 'degraded',
    as: {
      en: 'the question as text_chunk, then run_finished: the next message answers',
      zh: '问题以 text_chunk 发出，随后发送 run_finished；下一条消息即为回答',
    },
  },
  'input.resolved': {
    how: 'implied',
    as: { en: 'the run_started of the next turn', zh: '下一轮的 run_started' },
    partly: true,
    note: restored,
  },
  'todo.list': asText,
  'todo.item': asText,
  ...rows(plans, asText),
  image: { how: 'degraded', as: { en: 'text_chunk with a Markdown image', zh: '含 Markdown 图片的 text_chunk' } },
  chart: { how: 'degraded', as: { en: 'text_chunk with a Markdown link', zh: '含 Markdown 链接的 text_chunk' } },
  ...rows(workings, kept),
  ...rows(thoughts, kept),
  notice: asText,
  error: {
    how: 'native',
    as: 'error',
    asText: ['details'],
    degrades: [{ fatal: false }],
    note: { en: 'one that does not end the run goes as text_chunk', zh: '不终止运行的错误以 text_chunk 发送' },
  },
};

export const accepts: Traits['accepts'] = {
  'message.send': { how: 'native', as: 'user_message', loses: ['files', 'agent', 'model', 'seen', 'options'] },
  'input.answer': {
    how: 'degraded',
    as: { en: 'user_message: the next message answers', zh: 'user_message：下一条消息即为回答' },
    loses: ['inputId', 'args', 'steps'],
  },
  'run.pause': dropped,
  'run.resume': dropped,
  'run.stop': dropped,
  'todo.set': dropped,
  'plan.edit': dropped,
  'history.rewind': dropped,
  attach: { how: 'implied', as: { en: 'opening the socket of the session', zh: '打开该会话的 WebSocket 连接' } },
  ping: { how: 'native', as: 'ping', loses: ['ref'] },
  call: dropped,
};
