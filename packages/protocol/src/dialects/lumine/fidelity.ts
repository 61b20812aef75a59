import { restoredLater as restored } from '../../codec/bring.ts';
import { plans, rows, thoughts, toolStreams, workings } from '../../codec/rows.ts';
import type { Traits } from '../../dialect.ts';

const inText = { how: 'degraded', as: { en: 'chunk with Markdown', zh: 'Markdown 格式的 chunk' } } as const;
const inThoughts = { how: 'degraded', as: { en: 'a line of reasoning', zh: '一行 reasoning' } } as const;
const dropped = { how: 'dropped' } as const;
const aboutRun = ['input', 'agentKind', 'model', 'ref'] as const;
const kept = { how: 'dropped', note: restored } as const;

export const carries: Traits['carries'] = {
  'message.accepted': {
    how: 'dropped',
    note: { en: 'the front end shows what its user typed by itself', zh: '用户输入的内容由前端自行显示' },
  },
  'run.started': {
    how: 'implied',
    as: { en: 'the first frame of a turn', zh: '一轮的首帧' },
    onlyRestored: aboutRun,
    note: restored,
  },
  'run.status': {
    how: 'implied',
    as: { en: '[DONE] while waiting, the next frame when it goes on', zh: '等待时为 [DONE]，继续时为下一帧' },
    partly: true,
    note: restored,
  },
  'run.finished': { how: 'native', as: 'chunk [DONE]', loses: ['text', 'reason', 'usage', 'cost', 'durationMs'] },
  'message.started': {
    how: 'implied',
    as: { en: 'the first chunk or reasoning', zh: '首个 chunk 或 reasoning' },
    onlyRestored: ['messageId', 'name'],
    note: restored,
  },
  'message.completed': {
    how: 'implied',
    as: { en: 'the next frame that is no chunk', zh: '下一个非 chunk 帧' },
    onlyRestored: ['messageId', 'interrupted'],
    note: restored,
  },
  'text.delta': { how: 'native', as: 'chunk', loses: ['messageId'], roles: ['assistant', 'system'] },
  'text.replaced': inText,
  'reasoning.delta': { how: 'native', as: 'reasoning, thinking', loses: ['messageId'], roles: ['assistant', 'system'] },
  'reasoning.done': { how: 'native', as: 'reasoning, done', loses: ['messageId'], roles: ['assistant', 'system'] },
  'history.rewound': dropped,
  ...rows(toolStreams, kept),
  'tool.call': {
    how: 'native',
    as: 'tool_use',
    loses: ['messageId'],
    reordered: true,
    note: { en: 'sent when the tool starts', zh: '在工具开始执行时发送' },
  },
  'tool.started': { how: 'implied', as: 'tool_use' },
  'tool.finished': { how: 'native', as: 'tool_result', loses: ['full', 'messageId'] },
  'input.requested': {
    how: 'degraded',
    as: {
      en: 'the question as chunk, then [DONE]: the next message answers',
      zh: '问题以 chunk 发出，随后发送 [DONE]；下一条消息即为回答',
    },
  },
  'input.resolved': { how: 'implied', as: { en: 'the next turn', zh: '下一轮' }, partly: true, note: restored },
  'todo.list': { how: 'native', as: 'todo_list' },
  'todo.item': { how: 'native', as: 'todo_update', loses: ['by'] },
  ...rows(plans, inText),
  image: {
    how: 'native',
    as: { en: 'image, and a chunk with a Markdown image', zh: 'image，并附含 Markdown 图片的 chunk' },
    note: { en: 'one of this server has its whole address', zh: '本服务器的图片使用完整地址' },
  },
  chart: { how: 'degraded', as: { en: 'chunk with a Markdown link', zh: '含 Markdown 链接的 chunk' } },
  ...rows(workings, kept),
  ...rows(thoughts, inThoughts),
  notice: inText,
  error: {
    how: 'native',
    as: { en: 'error, after a chunk that says the same', zh: 'error，之前以 chunk 说明同样的内容' },
    note: { en: 'one that ends the run is sent when the run ends', zh: '终止运行的错误在运行结束时发送' },
  },
};

export const accepts: Traits['accepts'] = {
  'message.send': {
    how: 'native',
    as: '{content, session_id?}',
    loses: ['files', 'agent', 'model', 'options'],
    note: { en: 'ref and after are ours', zh: 'ref 和 after 是我们扩展的字段' },
  },
  'input.answer': {
    how: 'degraded',
    as: { en: '{content}: the next message answers', zh: '{content}：下一条消息即为回答' },
    loses: ['runId', 'inputId', 'callId', 'args', 'steps', 'files'],
  },
  'run.pause': dropped,
  'run.resume': dropped,
  'run.stop': {
    how: 'extension',
    as: '{type: "stop", session_id}',
    loses: ['runId', 'reason'],
    note: {
      en: 'the front end closes its socket instead; that stops the run unless cursors were asked for',
      zh: '前端的做法是直接关闭连接，若未请求游标，运行随之停止',
    },
  },
  'todo.set': dropped,
  'plan.edit': dropped,
  'history.rewind': dropped,
  attach: { how: 'extension', as: '{type: "attach", session_id, after?}' },
  ping: dropped,
  call: dropped,
};
