import type { About } from '../../dialect.ts';

export const about: About = {
  'sse POST /chat/stream': {
    en: 'One message and its answer; a body without a session begins a new one',
    zh: '一条消息及其回答；请求体未指明会话则新建会话',
  },
  'sse POST /chat/stream/thinking': {
    en: 'The same with thinking blocks, for front ends that know them',
    zh: '同上，含思考块，供支持思考块的前端使用',
  },
  'ws GET /chat/ws': {
    en: 'The same bodies and the same frames on a socket that stays open between turns',
    zh: '同样的请求体与帧，使用在各轮之间保持打开的 WebSocket',
  },
  'ws GET /chat/ws/thinking': { en: 'The same with thinking blocks', zh: '同上，含思考块' },
  'json POST /chat/stop': {
    en: 'Stops the run of a session; ours, for clients that can come back',
    zh: '停止会话的运行；为我们的扩展，供可断线重连的客户端使用',
  },
  'json POST /chat/get_analyse_by_code_result': {
    en: 'The ECharts options of an analysis',
    zh: '一次分析的 ECharts 配置',
  },
  'json GET /api/models/configs': {
    en: 'The models to choose from; the newest front end sends nothing without them',
    zh: '可选的模型；最新的前端没有它就不会发送任何内容',
  },
};
