import type { Dialect } from '../../dialect.ts';
import { answer, commands, encode } from './commands.ts';
import { decoder } from './decode.ts';
import { encoder } from './encode.ts';
import { endpoints } from './endpoints.ts';
import { accepts, carries } from './fidelity.ts';
import * as wire from './wire.ts';

export const nexus: Dialect = {
  name: 'nexus',
  title: 'NEXUS / AURA',
  traits: {
    stream: 'turn',
    answers: { text: 'next-message', approval: 'next-message', plan: 'next-message' },
    cursor: 'field',
    afterEnd: 'keep',
    onDisconnect: 'detach',
    variants: ['plain'],
    keepAlive: { everyMs: 30_000, answered: false },
    loses: ['nodeRun', 'agent', 'ext'],
    carries,
    accepts,
  },
  endpoints,
  wire: { server: wire.server, client: wire.client },
  server: { commands, answer, greet: () => [], encoder },
  client: { encode, decoder },
};
