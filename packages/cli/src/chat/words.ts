import type { Language } from '../contract.ts';
import { states } from '../states.ts';

/** What the chat says in its own words. */
export const words = {
  en: {
    you: 'You',
    thinking: 'Thinking',
    thought: 'Thought',
    placeholder: 'Type a message, or /help',
    asks: {
      approval: 'y: approve   n: reject',
      plan: 'y: accept   n: reject   or say what should be different',
      text: 'type your answer',
    },
    unclear: 'That is neither a yes nor a no: answer y or n.',
    sent: 'sending…',
    gap: 'Something is missing here: the server could not say it again.',
    keys: 'Enter send · Esc stop · ^P pause · ^T thoughts · ^C leave',
    unknown: (what: string) => `There is no ${what}: see /help`,
    noSessions: 'There are no sessions yet.',
    connection: {
      connecting: 'connecting',
      open: 'open',
      reconnecting: 'reconnecting',
      closed: 'closed',
      refused: 'refused',
    },
    status: states.en.run,
    outcome: states.en.question,
    help: [
      '/sessions            the sessions of this server',
      '/open ID             go on with a session (its id, or its number in /sessions)',
      '/new                 a new session',
      '/agent NAME          who answers from now on',
      '/model NAME          with which model from now on',
      '/server URL          another server',
      '/dialect NAME        another dialect',
      '/pause /resume /stop the run',
      '/todo N              tick or untick an item of the last checklist',
      '/quit                leave',
    ],
  },
  zh: {
    you: '您',
    thinking: '思考中',
    thought: '思考',
    placeholder: '输入消息，或 /help 查看帮助',
    asks: { approval: 'y：批准   n：拒绝', plan: 'y：接受   n：拒绝   或说明要怎样修改', text: '请输入回答' },
    unclear: '无法判断是否同意：请回答 y 或 n。',
    sent: '发送中…',
    gap: '此处有缺失：服务器无法重新发送。',
    keys: 'Enter 发送 · Esc 停止 · ^P 暂停 · ^T 思考 · ^C 退出',
    unknown: (what: string) => `没有 ${what}：参见 /help`,
    noSessions: '还没有会话。',
    connection: { connecting: '连接中', open: '已连接', reconnecting: '重连中', closed: '已关闭', refused: '被拒绝' },
    status: states.zh.run,
    outcome: states.zh.question,
    help: [
      '/sessions            列出会话',
      '/open ID             打开会话（标识，或 /sessions 中的序号）',
      '/new                 新会话',
      '/agent NAME          之后由该智能体回答',
      '/model NAME          之后使用该模型',
      '/server URL          切换服务器',
      '/dialect NAME        切换方言',
      '/pause /resume /stop 暂停、继续、停止运行',
      '/todo N              勾选或取消最近清单的第 N 项',
      '/quit                退出',
    ],
  },
} as const satisfies Record<Language, object>;

export type Words = (typeof words)[Language];
