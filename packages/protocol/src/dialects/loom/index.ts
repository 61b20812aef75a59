import type { Dialect } from '../../dialect.ts';
import { answer, commands, encode } from './commands.ts';
import { decoder, sessionOf } from './decode.ts';
import { encoder } from './encode.ts';
import { endpoints } from './endpoints.ts';
import { accepts, carries } from './fidelity.ts';
import { variants } from './forms.ts';
import { placeOf } from './place.ts';
import { client, server } from './vocabulary.ts';

export const loom: Dialect = {
  name: 'loom',
  title: 'Loom',
  traits: {
    stream: 'session',
    answers: { text: 'next-message', approval: 'native', plan: 'next-message' },
    cursor: 'event_id',
    afterEnd: 'keep',
    onDisconnect: 'detach',
    // Its web page asks for an agent of its own, whatever the server has.
    unknownAgent: 'default',
    variants,
    keepAlive: { everyMs: 30_000, answered: true },
    loses: ['nodeRun', 'agent', 'ext'],
    carries,
    accepts,
  },
  endpoints,
  wire: { server, client },
  server: { commands, answer, greet: () => [], encoder, placeOf },
  client: { encode, decoder, sessionOf },
};
