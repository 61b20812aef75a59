import { chooseLanguage } from '../../scripts/lib/messages.mjs';

const en = {
  working: 'Measuring, under a minute:',
  machine: 'Machine',
  workload: 'workload',
  dialect: 'dialect',
  frames: 'frames/event',
  encode: 'encode ns',
  decode: 'decode ns',
  stringify: 'JSON.stringify ns',
  parse: 'JSON.parse ns',
  ratio: 'ratio',
  goal: 'goal',
  verdict: 'verdict',
  met: 'met',
  missed: 'MISSED',
  perEvent: 'Encoding and decoding: median nanoseconds an event, beside JSON of the same frames in the same run.',
  session: 'session',
  nextShort: 'next, ¼ ns',
  nextLong: 'next, long ns',
  allShort: 'all, 4 × ¼ ns',
  allLong: 'all, long ns',
  folding:
    'Folding: median nanoseconds an event. Next: more events on a session of a quarter of the length, and on a long one. All: four sessions of a quarter, and the long one, from their first event on.',
  textDelta: 'text delta',
  toolCall: 'tool call',
  mixedRun: 'mixed run',
  chunks: '40,000 chunks of one message',
  messages: '2,000 messages in one run',
  calls: '5,000 tool calls in one run',
  runs: '2,000 runs',
};

export type Words = typeof en;

const zh: Words = {
  working: '测量中，不到一分钟：',
  machine: '机器',
  workload: '负载',
  dialect: '方言',
  frames: '帧/事件',
  encode: '编码 ns',
  decode: '解码 ns',
  stringify: 'JSON.stringify ns',
  parse: 'JSON.parse ns',
  ratio: '比值',
  goal: '目标',
  verdict: '结论',
  met: '达到',
  missed: '未达到',
  perEvent: '编码与解码：每个事件的中位纳秒数，与同一次运行中对相同帧做 JSON 序列化的用时对比。',
  session: '会话',
  nextShort: '后续 ¼ ns',
  nextLong: '后续 全长 ns',
  allShort: '全部 4 × ¼ ns',
  allLong: '全部 全长 ns',
  folding:
    '折叠：每个事件的中位纳秒数。后续：在四分之一长度的会话与全长会话之后继续折叠。全部：四个四分之一长度的会话与一个全长会话，从第一个事件起。',
  textDelta: '文本增量',
  toolCall: '工具调用',
  mixedRun: '混合运行',
  chunks: '一条消息的 40,000 个分块',
  messages: '一次运行中的 2,000 条消息',
  calls: '一次运行中的 5,000 次工具调用',
  runs: '2,000 次运行',
};

export const words: Words = { en, zh }[chooseLanguage(process.env)];
