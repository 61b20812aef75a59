import type { About } from '../../dialect.ts';

export const about: About = {
  'ws GET /api/v1/ws/{session}': {
    en: 'The conversation of a session; all its sockets see all its events',
    zh: '会话的对话；该会话的所有连接都能看到全部事件',
  },
  'json GET /api/v1/health': { en: 'Is the server up', zh: '服务器是否正常' },
};
