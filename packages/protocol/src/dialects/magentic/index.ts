import type { Dialect, Frame, StreamInfo } from '../../dialect.ts';
import { answer, commands, encode } from './commands.ts';
import { decoder } from './decode.ts';
import { encoder } from './encode.ts';
import { endpoints } from './endpoints.ts';
import { accepts, carries } from './fidelity.ts';
import { readAnswer } from './rest.ts';
import * as wire from './wire.ts';
import { system } from './write.ts';

export const magentic: Dialect = {
  name: 'magentic',
  title: 'Magentic-UI',
  traits: {
    stream: 'session',
    answers: { text: 'native', approval: 'native', plan: 'native' },
    cursor: 'field',
    afterEnd: 'close',
    // A page that was loaded again opens a socket for a task alone.
    whileAsked: 'ask-again',
    sessionIds: 'integer',
    defaultAgent: 'team',
    onDisconnect: 'detach',
    variants: ['plain'],
    keepAlive: { everyMs: 30_000, answered: true },
    loses: ['nodeRun', 'agent', 'ext'],
    carries,
    accepts,
  },
  endpoints,
  wire: { server: wire.server, client: wire.client },
  server: { commands, answer, greet, encoder },
  client: { encode, decoder, readAnswer },
};

function greet(_: StreamInfo, at: number): readonly Frame[] {
  return [{ data: system('connected', at) }];
}
