import type { About } from '../../dialect.ts';

export const about: About = {
  'ws GET /': {
    en: "Loom's own address: runs and requests of any thread",
    zh: 'Loom 自身的地址：任意线程的运行与请求',
  },
  'ws GET /loom/ws': { en: 'The same, where the root is taken', zh: '同上，用于根路径已被占用时' },
  'ndjson POST /loom/run': {
    en: 'One run as lines with their envelope, the reply last',
    zh: '一次运行，逐行输出并带信封，最后一行为应答',
  },
  'ndjson POST /loom/run/bare': {
    en: 'One run as lines of type and payload only',
    zh: '一次运行，每行仅含类型与载荷',
  },
  'ndjson POST /loom/run/export': {
    en: 'One run in the single-key form of EXPORT_SPEC',
    zh: '一次运行，采用 EXPORT_SPEC 的单键形式',
  },
  'ndjson GET /loom/threads/{session}/events': {
    en: 'The events of a thread, from its start or after a cursor',
    zh: '线程的事件，从头开始或从游标之后开始',
  },
  'json POST /loom/approve': { en: 'Answers a tool_approval', zh: '回答 tool_approval' },
};
