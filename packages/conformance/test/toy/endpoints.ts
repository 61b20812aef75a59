import type { Endpoint } from '@polywire/protocol';

export const endpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/toy/{session}', framing: 'ws', does: 'converse', session: 'path' },
];
