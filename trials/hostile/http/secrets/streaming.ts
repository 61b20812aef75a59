import { randomUUID } from 'node:crypto';
import { dialects } from '@polywire/protocol';
import type { NaiveReader } from '../../../../packages/conformance/src/reader.ts';
import { RawClient, talkingSockets } from '../../../../packages/server/test/support/client.ts';
import {
  type ModelServer,
  type Script,
  startModelServer,
} from '../../../../packages/server/test/support/model-server.ts';
import type { NativeApi } from '../../../../packages/server/test/support/native.ts';

const END = 'That was all.';

/** A model that answers as models do, in a stream, and quotes what it was brought in thoughts, arguments and words. */
export async function startStreamingParrot(): Promise<ModelServer> {
  return startModelServer(quoting);
}

/** In one piece, and then in many: a stream cuts where it likes. */
const quoting: Script = ({ headers, results }) => {
  const said = `You brought ${JSON.stringify(headers)}`;
  const isAgain = results.length > 0;
  return {
    reasoning: said,
    text: isAgain ? `${said} ${END}` : said,
    pieceChars: isAgain ? 5 : 100_000,
    ...(!isAgain && { calls: [{ name: 'calculate', args: { expression: said, [said]: 1 } }] }),
  };
};

/** What a client of each dialect gets over a socket while a model quotes. */
export async function liveFrames(
  { url, headers, api }: { url: string; headers: Readonly<Record<string, string>>; api: NativeApi },
  found: (place: string, text: string) => void,
): Promise<void> {
  let integers = 1_000_000;
  for (const { name, dialect, endpoint } of talkingSockets) {
    const { sessionIds, unknownSession } = dialect.traits;
    integers += 1;
    const made = unknownSession === 'refuse' ? await api.newSession() : randomUUID();
    const session = sessionIds === 'integer' ? String(integers) : made;
    const isNamed = endpoint.session === 'path' || unknownSession !== 'refuse';
    const client = await RawClient.open(url, { dialect, endpoint, headers, ...(isNamed && { session }) });
    const { reader } = (await import(`../../../../packages/conformance/readers/${name}.ts`)) as {
      reader(): NaiveReader;
    };
    const naive = reader();
    let read = 0;
    await client.send({ type: 'message.send', text: 'hi' });
    await client.until(({ frames }) => {
      for (; read < frames.length; read += 1) naive.push(frames[read]?.data ?? '');
      const { busy, text } = naive.screen();
      return !busy && text.includes(END);
    });
    found(`the socket of ${name} at ${endpoint.path}`, client.frames.map(({ data }) => data).join('\n'));
    found(`the screen of ${name} at ${endpoint.path}`, naive.screen().text);
    await client.close();
  }
}

/** For each dialect the agent that quotes. */
export const agentByDialect = Object.fromEntries(dialects.map(({ name }) => [name, 'react']));
