import type { Dialect, StreamInfo } from '../../dialect.ts';
import { answer, commands, encode } from './commands.ts';
import { decoder } from './decode.ts';
import { encoder } from './encode.ts';
import { endpoints } from './endpoints.ts';
import { accepts, carries } from './fidelity.ts';
import * as wire from './wire.ts';

export const native: Dialect = {
  name: 'native',
  title: 'Polywire',
  traits: {
    stream: 'session',
    answers: { text: 'native', approval: 'native', plan: 'native' },
    cursor: 'sse-id',
    afterEnd: 'keep',
    onDisconnect: 'detach',
    variants: ['plain'],
    loses: [],
    carries,
    accepts,
  },
  endpoints,
  wire: { server: wire.server, client: wire.client },
  server: { commands, answer, greet, encoder },
  client: { encode, decoder },
};

function greet(stream: StreamInfo) {
  return [{ data: JSON.stringify({ type: 'session', id: stream.id }) }];
}
