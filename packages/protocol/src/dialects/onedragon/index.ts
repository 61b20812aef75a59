import { MAX_SERVER_FRAME_CHARS, readJsonObject } from '../../codec/read-json.ts';
import type { Dialect, Frame, StreamInfo } from '../../dialect.ts';
import { answer, commands, encode, readAnswer } from './commands.ts';
import { decoder } from './decode.ts';
import { encoder } from './encode.ts';
import { endpoints } from './endpoints.ts';
import { accepts, carries } from './fidelity.ts';
import { writeConnected } from './frame.ts';
import * as wire from './wire.ts';

export const onedragon: Dialect = {
  name: 'onedragon',
  title: 'OneDragon',
  traits: {
    stream: 'turn',
    answers: { text: 'next-message', approval: 'next-message', plan: 'next-message' },
    cursor: 'sse-id',
    afterEnd: 'keep',
    onDisconnect: 'cancel',
    unknownSession: 'refuse',
    variants: ['plain', 'thinking'],
    preview: { everyMs: 100, growthChars: 500, growthRatio: 0.05 },
    chartTool: wire.CHART_TOOL,
    loses: ['runId', 'nodeRun', 'agent', 'ext'],
    carries,
    accepts,
  },
  endpoints,
  wire: { server: wire.server, client: wire.client },
  server: { commands, answer, greet, encoder },
  client: { encode, decoder, sessionOf, readAnswer },
};

function greet(stream: StreamInfo): readonly Frame[] {
  return [{ data: writeConnected(stream.id) }];
}

function sessionOf(frame: Frame): string | undefined {
  const parsed = readJsonObject(frame.data, { maxChars: MAX_SERVER_FRAME_CHARS });
  return parsed.ok && typeof parsed.object.session_id === 'string' ? parsed.object.session_id : undefined;
}
