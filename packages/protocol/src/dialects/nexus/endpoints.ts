import type { Endpoint } from '../../dialect.ts';

export const endpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/api/v1/ws/{session}',
    framing: 'ws',
    does: 'converse',
    session: 'path',
  },
  {
    method: 'GET',
    path: '/api/v1/health',
    framing: 'json',
    does: 'call',
    session: 'none',
    read: () => ({ values: [{ type: 'call', what: 'server.health', params: {} }] }),
    write: (_, outcome) =>
      outcome.ok ? { status: 200, body: { status: 'ok' } } : { status: 503, body: { status: 'error' } },
  },
];
