import type { Endpoint } from '../../dialect.ts';

export const endpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/agentOS/v1/ws_stream',
    framing: 'ws',
    does: 'converse',
    session: 'message',
    token: 'first-message',
  },
];
