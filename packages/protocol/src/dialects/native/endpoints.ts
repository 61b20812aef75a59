import type { Endpoint } from '../../dialect.ts';

export const endpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/v1/sessions/{session}/events',
    framing: 'ws',
    does: 'converse',
    session: 'path',
    from: 'start',
    about: 'The events of a session, and commands to it',
  },
];
