import type { Dialect } from '@polywire/protocol';
import { answer, commands, encode } from './commands.ts';
import { decoder } from './decode.ts';
import { encoder } from './encode.ts';
import { endpoints } from './endpoints.ts';
import { accepts, carries } from './fidelity.ts';
import * as wire from './wire.ts';

export const toy: Dialect = {
  name: 'toy',
  title: 'Toy',
  traits: {
    stream: 'turn',
    answers: { text: 'next-message', approval: 'next-message', plan: 'next-message' },
    cursor: 'field',
    afterEnd: 'keep',
    onDisconnect: 'detach',
    variants: ['plain'],
    loses: ['nodeRun', 'agent', 'ext'],
    carries,
    accepts,
  },
  endpoints,
  wire: { server: wire.server, client: wire.client },
  server: { commands, answer, greet: () => [], encoder },
  client: { encode, decoder },
};
