import type { Dialect, Frame, StreamInfo } from '../../dialect.ts';
import { answer, commands, encode } from './commands.ts';
import { decoder, sessionOf } from './decode.ts';
import { encoder } from './encode.ts';
import { endpoints } from './endpoints.ts';
import { accepts, carries } from './fidelity.ts';
import { greeting } from './frame.ts';
import * as wire from './wire.ts';

export const lumine: Dialect = {
  name: 'lumine',
  title: 'Lumine',
  traits: {
    stream: 'turn',
    answers: { text: 'next-message', approval: 'next-message', plan: 'next-message' },
    cursor: 'field',
    afterEnd: 'keep',
    onDisconnect: 'cancel',
    variants: ['plain'],
    loses: ['nodeRun', 'agent', 'ext'],
    onlyRestored: ['runId'],
    carries,
    accepts,
  },
  endpoints,
  wire: { server: wire.server, client: wire.client },
  server: { commands, answer, greet, encoder },
  client: { encode, decoder, sessionOf },
};

function greet({ id }: StreamInfo): readonly Frame[] {
  return [{ data: greeting(id) }];
}
