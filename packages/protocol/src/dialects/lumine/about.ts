import type { About } from '../../dialect.ts';

export const about: About = {
  'ws GET /agentOS/v1/ws_stream': {
    en: 'One message and its answer; the request names the session, a request without one begins a new session',
    zh: '一条消息及其回答；请求中指明会话，未指明则新建会话',
  },
};
