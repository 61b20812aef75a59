import { plans, rows, thoughts, toolStreams, workings } from '../../codec/rows.ts';
import type { Traits } from '../../dialect.ts';

const asText = {
  how: 'degraded',
  as: { en: 'a message of its own with Markdown', zh: '单独的 Markdown 消息' },
} as const;
const aboutRun = ['input', 'agentKind', 'model', 'ref'] as const;
const restored = { en: 'clients that ask for restore get it', zh: '请求 restore 的客户端会收到' };
const dropped = { how: 'dropped' } as const;
const kept = { ...dropped, note: restored } as const;

/** The page shows what its user typed by itself, and would show it again as the assistant's words. */
const roles = ['assistant', 'system'] as const;
const thinking = {
  how: 'dropped',
  note: {
    en: `the variant \`thinking\` sends it as a thinking block; ${restored.en}`,
    zh: `变体 \`thinking\` 以 thinking 块发送；${restored.zh}`,
  },
} as const;

export const carries: Traits['carries'] = {
  'message.accepted': {
    how: 'dropped',
    note: {
      en: `the page shows what its user typed by itself; ${restored.en}`,
      zh: `用户输入的内容由页面自行显示；${restored.zh}`,
    },
  },
  'run.started': {
    how: 'implied',
    as: { en: 'the first frame of a turn', zh: '一轮的首帧' },
    onlyRestored: aboutRun,
    note: restored,
  },
  'run.status': {
    how: 'implied',
    as: {
      en: 'response_completed while waiting, the next frame when it goes on',
      zh: '等待时为 response_completed，继续时为下一帧',
    },
    partly: true,
    note: restored,
  },
  'run.finished': {
    how: 'native',
    as: { en: 'response_completed, after an error where it failed', zh: 'response_completed；失败时先发 error' },
    loses: ['text', 'reason', 'usage', 'cost', 'durationMs'],
  },
  'message.started': {
    how: 'implied',
    as: { en: 'the first frame of the message', zh: '该消息的首帧' },
    roles,
  },
  'message.completed': { how: 'native', as: 'message_completed', roles },
  'text.delta': {
    how: 'native',
    as: {
      en: 'a text block: previews in message_update, exact in message_completed',
      zh: 'text 块：message_update 中为预览，message_completed 中为准确内容',
    },
    roles,
  },
  'text.replaced': {
    how: 'native',
    as: { en: 'the message again, with the new text', zh: '以新文本重发该消息' },
    roles,
  },
  'reasoning.delta': thinking,
  'reasoning.done': thinking,
  'history.rewound': kept,
  ...rows(toolStreams, kept),
  'tool.call': {
    how: 'native',
    as: { en: 'a tool_use block', zh: 'tool_use 块' },
    loses: ['messageId'],
    note: {
      en: 'in its message; in one of its own where that is not open',
      zh: '放在所属消息中；该消息未打开时单独成为一条消息',
    },
  },
  'tool.started': {
    how: 'implied',
    as: { en: 'the tool_result block', zh: '对应的 tool_result 块' },
    note: restored,
  },
  'tool.finished': {
    how: 'native',
    as: { en: 'a tool_result block', zh: 'tool_result 块' },
    loses: ['full'],
    asText: ['result'],
  },
  'input.requested': {
    how: 'degraded',
    as: {
      en: 'the question as a message, then response_completed: the next message answers',
      zh: '问题以消息发出，随后发送 response_completed；下一条消息即为回答',
    },
  },
  'input.resolved': { how: 'implied', as: { en: 'the next turn', zh: '下一轮' }, partly: true, note: restored },
  'todo.list': asText,
  'todo.item': asText,
  ...rows(plans, asText),
  image: {
    how: 'native',
    as: {
      en: 'an image block beside a text block with a Markdown image',
      zh: 'image 块，旁附含 Markdown 图片的 text 块',
    },
    note: { en: 'one of this server has its whole address', zh: '本服务器的图片使用完整地址' },
  },
  chart: {
    how: 'native',
    as: {
      en: 'tool_use and tool_result of display_analyse_by_code_result',
      zh: 'display_analyse_by_code_result 的 tool_use 与 tool_result',
    },
    loses: ['options'],
    note: { en: 'the options are fetched by the id of the analysis', zh: 'options 需按分析 ID 另行获取' },
  },
  ...rows(workings, kept),
  ...rows(thoughts, kept),
  notice: asText,
  error: {
    how: 'native',
    as: 'error',
    degrades: [{ fatal: false }],
    note: { en: 'one that does not end the run goes as a message', zh: '不终止运行的错误以消息发送' },
  },
};

export const accepts: Traits['accepts'] = {
  'message.send': {
    how: 'native',
    as: { en: 'a body with user_input', zh: '含 user_input 的请求体' },
    loses: ['files', 'agent', 'options'],
    note: { en: 'options.modelConfigId is kept', zh: '保留 options.modelConfigId' },
  },
  'input.answer': {
    how: 'degraded',
    as: { en: 'a body with user_input: the next message answers', zh: '含 user_input 的请求体：下一条消息即为回答' },
    loses: ['runId', 'inputId', 'callId', 'args', 'steps', 'files'],
  },
  'run.pause': dropped,
  'run.resume': dropped,
  'run.stop': {
    how: 'extension',
    as: 'POST /chat/stop',
    loses: ['runId', 'reason', 'ref'],
    note: {
      en: 'the real front end aborts its request, which stops the run as well',
      zh: '真实前端的做法是中止请求，运行同样会停止',
    },
  },
  'todo.set': dropped,
  'plan.edit': dropped,
  'history.rewind': dropped,
  attach: { how: 'extension', as: { en: 'a body with attach', zh: '含 attach 的请求体' }, loses: ['ref'] },
  ping: dropped,
  call: {
    how: 'native',
    as: 'GET /api/models/configs, POST /chat/get_analyse_by_code_result',
    loses: ['session', 'ref', 'params'],
    note: { en: 'models.list and analysis.get', zh: 'models.list 与 analysis.get' },
  },
};
