import { rows, thoughts, workings } from '../../codec/rows.ts';
import type { Text, Traits } from '../../dialect.ts';

const native = (as: string | Text) => ({ how: 'native', as }) as const;
const chunk = (what: string) => ({ how: 'extension', as: `message_chunk: ${what}` }) as const;
const whole = { how: 'extension', as: { en: 'message_chunk: the event', zh: 'message_chunk：事件本身' } } as const;
const words = { how: 'degraded', as: { en: 'message of the Orchestrator', zh: 'Orchestrator 的消息' } } as const;
const list = {
  how: 'degraded',
  as: { en: 'message of the Orchestrator with Markdown', zh: 'Orchestrator 的 Markdown 消息' },
} as const;
const dropped = { how: 'dropped' } as const;

export const carries: Traits['carries'] = {
  'message.accepted': {
    ...whole,
    note: {
      en: 'the page shows a message when its run begins; restored only where the client asks for it',
      zh: '页面在对应的运行开始时显示消息；仅对请求 restore 的客户端还原',
    },
  },
  'run.started': native({
    en: 'system active, then the task as a message of user',
    zh: 'system active，随后以 user 的消息给出任务',
  }),
  'run.status': native('system'),
  'run.finished': native({
    en: 'final_answer message and result, or completion',
    zh: 'final_answer 消息加 result，或 completion',
  }),
  'message.started': chunk('start'),
  'message.completed': native({ en: 'message with the whole text', zh: '含全文的 message' }),
  'text.delta': {
    ...native({ en: 'message_chunk, and whole in message', zh: 'message_chunk，全文在 message 中' }),
    note: { en: 'the page shows the whole text', zh: '页面显示的是全文' },
  },
  'text.replaced': {
    ...native({ en: 'the message', zh: '该消息本身' }),
    degrades: [{}],
    note: {
      en: 'after the end of the message: another message that corrects it, a `notice` without restore',
      zh: '消息结束后：另发一条更正消息，未请求 restore 时为 `notice`',
    },
  },
  'reasoning.delta': native({
    en: 'message_chunk, and whole in message with metadata.type reasoning',
    zh: 'message_chunk，全文在 metadata.type 为 reasoning 的 message 中',
  }),
  'reasoning.done': native({
    en: 'message with metadata.type reasoning',
    zh: 'metadata.type 为 reasoning 的 message',
  }),
  'history.rewound': whole,
  'tool.args': chunk('tool_args'),
  'tool.call': native('ToolCallRequestEvent'),
  'tool.started': chunk('tool_start'),
  'tool.output': chunk('tool_output'),
  'tool.finished': { ...native('ToolCallExecutionEvent'), loses: ['full'] },
  'input.requested': {
    ...native('input_request'),
    partly: true,
    note: { en: 'the oldest open one, when the run waits', zh: '运行等待时，发送最早未回答的问题' },
  },
  'input.resolved': {
    ...native('system active'),
    partly: true,
    note: { en: 'a text is shown as a message of user_proxy', zh: '文本回答显示为 user_proxy 的消息' },
  },
  'todo.list': list,
  'todo.item': list,
  'plan.proposed': native('plan_message'),
  'plan.edited': native('plan_message'),
  'plan.step': native('step_execution'),
  image: {
    ...native('MultiModalMessage'),
    note: { en: 'one of this server has its whole address', zh: '本服务器的图片使用完整地址' },
  },
  chart: {
    how: 'degraded',
    as: { en: 'message of the Orchestrator with a Markdown link', zh: 'Orchestrator 的消息，含 Markdown 链接' },
  },
  ...rows(workings, whole),
  usage: { ...whole, note: { en: 'the sum is in the result', zh: '合计在 result 中' } },
  ...rows(thoughts, words),
  notice: native({
    en: 'message of the Orchestrator; replanning',
    zh: 'Orchestrator 的消息；replanning',
  }),
  error: {
    ...words,
    note: {
      en: 'an error frame makes the page hang up, so it is for faults of the protocol alone',
      zh: 'error 帧会使页面断开连接，因此仅用于协议错误',
    },
  },
};

export const accepts: Traits['accepts'] = {
  'message.send': { how: 'native', as: 'start', loses: ['seen'] },
  'input.answer': { how: 'native', as: 'input_response' },
  'run.pause': { how: 'native', as: 'pause' },
  'run.resume': { how: 'native', as: 'resume' },
  'run.stop': { how: 'native', as: 'stop' },
  'todo.set': dropped,
  'plan.edit': {
    ...dropped,
    note: { en: 'an edited plan goes with the answer to its question', zh: '编辑后的计划随对应问题的回答一起发送' },
  },
  'history.rewind': dropped,
  attach: { how: 'implied', as: { en: 'opening the socket of the run', zh: '打开该运行的 WebSocket 连接' } },
  ping: { how: 'native', as: 'ping' },
  call: { how: 'native', as: { en: 'a request to /api', zh: '对 /api 的请求' }, loses: ['ref'] },
};
