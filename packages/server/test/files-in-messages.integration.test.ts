import { randomUUID } from 'node:crypto';
import type { NaiveReader, Screen } from '@polywire/conformance';
import { type Attachment, type Dialect, dialects, type FileRef, type Frame } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../src/index.ts';
import { conversing, RawClient } from './support/client.ts';
import { serverForAll } from './support/open-server.ts';
import { testServer } from './support/server.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const CSV = '城市,人口\n北京,2189\n';
const files: readonly Attachment[] = [
  { name: 'dot.png', mediaType: 'image/png', content: PNG.toString('base64') },
  { name: '人口.csv', mediaType: 'text/csv', content: CSV },
  { name: 'elsewhere.pdf', mediaType: 'application/pdf', url: 'https://example.org/a.pdf' },
];

const wrong = { name: 'run.png', mediaType: 'image/png', content: Buffer.from('MZ\x90\0').toString('base64') };

const { server, native } = serverForAll();

const wires = dialects
  .filter(({ traits }) => !traits.accepts['message.send'].loses?.includes('files'))
  .flatMap((dialect) =>
    conversing(dialect).map((endpoint) => ({ wire: `${dialect.name} ${endpoint.path}`, dialect, endpoint })),
  );

const asker: Agent = {
  name: 'asker',
  async run({ ask }) {
    await ask({ inputId: 'q', kind: 'text', prompt: 'Which picture?' });
    return undefined;
  },
};

/** What a person at the dialect's own front end sees after these frames. */
type Look = (frames: readonly Frame[]) => Screen;

async function lookerOf({ name }: Dialect): Promise<Look> {
  const { reader } = (await import(`../../conformance/readers/${name}.ts`)) as { reader(): NaiveReader };
  return (frames) => {
    const page = reader();
    for (const { data } of frames) page.push(data);
    return page.screen();
  };
}

function tells(words: string, { text, errors }: Screen): boolean {
  return [text, ...errors].some((each) => each.includes(words));
}

interface Said {
  readonly messages: { readonly text: string; readonly files?: readonly FileRef[] }[];
}

async function saidLast(): Promise<{ session: string; files: readonly FileRef[] }> {
  const { body } = await native.call<{ sessions: { id: string }[] }>('GET /v1/sessions?limit=1');
  const session = body.sessions[0]?.id ?? '';
  const { messages } = (await native.call<Said>(`GET /v1/sessions/${session}/messages`)).body;
  return { session, files: messages.find((message) => message.files)?.files ?? [] };
}

async function bytesAt(url: string | undefined): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${server.url}${url}`)).arrayBuffer());
}

describe.each(wires)('$wire', ({ dialect, endpoint }) => {
  let number = 7_000 + wires.findIndex((each) => each.endpoint === endpoint) * 10;
  const open = () => {
    number += 1;
    const session = dialect.traits.sessionIds === 'integer' ? String(number) : randomUUID();
    return RawClient.open(server.url, { dialect, endpoint, ...(endpoint.session === 'path' && { session }) });
  };

  it('keeps files that come inside a message, and tells where they are', async () => {
    const client = await open();
    await client.send({ type: 'message.send', text: `look ${randomUUID()}`, files: [...files] });
    await client.until((c) => c.has('run.finished'));
    const { files: told } = await saidLast();
    expect(told).toMatchObject([
      { name: 'dot.png', mediaType: 'image/png', size: PNG.length, url: expect.stringMatching(/^\/v1\/uploads\//) },
      { name: '人口.csv', mediaType: 'text/csv', url: expect.stringMatching(/^\/v1\/uploads\//) },
      files[2],
    ]);
    expect(await bytesAt(told[0]?.url)).toEqual(PNG);
    expect((await bytesAt(told[1]?.url)).toString()).toBe(CSV);
    await client.close();
  });

  it('refuses a file that is not what it says, and the message with it', async () => {
    const before = (await native.call<{ sessions: unknown[] }>('GET /v1/sessions?limit=499')).body.sessions.length;
    const client = await open();
    await client.send({ type: 'message.send', text: 'no', files: [wrong] });
    await client.until(
      ({ frames, isClosed, closeCode }) =>
        frames.some(({ data }) => /run\.png: Only text.* \/ run\.png：仅接受/.test(data)) ||
        (isClosed && (closeCode ?? 0) >= 400),
    );
    expect(client.has('run.started')).toBe(false);
    const look = await lookerOf(dialect);
    if (!client.isClosed) {
      await client.until(({ frames }) => !look(frames).busy);
      expect(tells('run.png: Only text', look(client.frames))).toBe(true);
    }
    client.cut();
    const { body } = await native.call<{ sessions: { id: string }[] }>('GET /v1/sessions?limit=499');
    for (const { id } of body.sessions.slice(0, body.sessions.length - before)) {
      expect((await native.call<Said>(`GET /v1/sessions/${id}/messages`)).body.messages).toEqual([]);
    }
  });
});

const answering = wires.filter(({ dialect, endpoint }) => {
  const { accepts, answers } = dialect.traits;
  return endpoint.framing === 'ws' && answers.text === 'native' && !accepts['input.answer'].loses?.includes('files');
});

it.each(answering)('asks again after an answer with a file that is not what it says: $wire', async (wire) => {
  const { dialect, endpoint } = wire;
  const asking = await testServer({}, { agents: [asker] });
  const look = await lookerOf(dialect);
  const session = dialect.traits.sessionIds === 'integer' ? '7100' : randomUUID();
  const client = await RawClient.open(asking.url, { dialect, endpoint, session });
  const answer = { type: 'input.answer', inputId: 'q', decision: 'reply', text: 'this' } as const;
  await client.send({ type: 'message.send', text: 'ask' });
  await client.until(({ frames }) => look(frames).asks !== undefined);
  const { length } = client.frames;
  await client.send({ ...answer, files: [wrong] });
  await client.until(({ frames }) => frames.length > length && tells('run.png: Only text', look(frames)));
  await client.until(({ frames }) => look(frames).asks !== undefined);
  await client.send(answer);
  await client.until((c) => c.has('run.finished'));
  await client.close();
  await asking.close();
});

it('keeps the files of a message that is sent twice only once, and those of a picture’s own address', async () => {
  const session = await native.newSession();
  const attachments = [{ name: 'p', url: `data:image/png;base64,${PNG.toString('base64')}` }];
  const message = { input: 'look', ref: 'same', attachments };
  const { body } = await native.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, message);
  await native.runEvents(body.id);
  expect((await native.call(`POST /v1/sessions/${session}/runs`, message)).body).toEqual(body);
  const { files: told } = await saidLast();
  expect(told).toMatchObject([{ name: 'p', mediaType: 'image/png', size: PNG.length }]);
  expect(await bytesAt(told[0]?.url)).toEqual(PNG);
  const id = told[0]?.url?.split('/').at(-1);
  const archive = await await fetch(`${server.url}/v1/sessions/${session}/events`, {
    headers: { accept: 'application/x-ndjson' },
    signal: AbortSignal.timeout(20_000),
  }).then(firstChunk);
  expect(archive).not.toContain('base64');
  expect(id).toMatch(/^file_/);
});

async function firstChunk(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return Buffer.from(value ?? []).toString();
}
