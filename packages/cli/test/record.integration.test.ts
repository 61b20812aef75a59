import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { NaiveReader } from '@polywire/conformance';
import { dialectNamed, dialects, MAX_FRAME_CHARS, writeNdjson, writeSse } from '@polywire/protocol';
import type { Running } from '@polywire/server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Recorded, readRecording } from '../src/recording/file.ts';
import { play } from '../src/recording/player.ts';
import { scriptOf } from '../src/recording/turns.ts';
import { MAX_HEARD_CHARS } from '../src/wire/line.ts';
import { streamOf } from '../src/wire/translator.ts';
import { temporaryFolder } from './support/folder.ts';
import { here, jsonLines } from './support/here.ts';
import { listening } from './support/listening.ts';
import { CliProcess } from './support/process.ts';
import { scriptServer } from './support/script-server.ts';

let server: Running;
beforeAll(async () => {
  server = await scriptServer();
});
afterAll(() => server.close());

async function record(url: string, name: string, ...more: string[]): Promise<string> {
  const file = join(temporaryFolder(), 'talk.ndjson');
  const args = [
    'record',
    url,
    '--dialect',
    name,
    '-m',
    'Hello',
    '-m',
    'Again',
    '-o',
    file,
    '--patience',
    '25',
    ...more,
  ];
  const { code, stderr } = await here(args);
  expect(stderr).toMatch(/^\d+ frames were recorded\.\n$/);
  expect(code).toBe(0);
  return file;
}

/** One address for each framing over HTTP. */
const overHttp = (['sse', 'ndjson'] as const).flatMap((framing) =>
  dialects
    .flatMap(({ name, endpoints }) => endpoints.map((endpoint) => ({ name, ...endpoint })))
    .filter((endpoint) => endpoint.does === 'converse' && endpoint.framing === framing)
    .slice(0, 1)
    .map(({ name, path }) => [name, path, framing] as const),
);

/** What a player makes of it: the greeting once, then every turn. */
async function framesOf(file: string, name: string): Promise<string[]> {
  const { opening, turns } = scriptOf(await readRecording(file), dialectNamed(name));
  return [...opening, ...turns.flatMap(({ frames }) => frames)].map(({ frame }) => frame.data);
}

async function replayed(file: string, name: string): Promise<string> {
  const dialect = dialectNamed(name);
  const script = scriptOf(await readRecording(file), dialect);
  const player = await play({ dialect, script, speed: 1_000, host: '127.0.0.1', port: 0 });
  onTestFinished(() => player.close());
  return player.url;
}

async function screenOf(name: string, frames: readonly Recorded[]) {
  const { reader } = (await import(`../../conformance/readers/${name}.ts`)) as { reader(): NaiveReader };
  const naive = reader();
  for (const { from, data } of frames) if (from === 'server') naive.push(data);
  return naive.screen();
}

function kindOf({ from, data }: Recorded): unknown {
  const { type, event, status } = JSON.parse(data) as Record<string, unknown>;
  return { from, type, event, status };
}

/** The sessions that a client of the dialect would take these frames to be of. */
function sessionsIn(name: string, frames: readonly Recorded[]): Set<string> {
  const dialect = dialectNamed(name);
  const signals = frames.flatMap(
    ({ data }) => dialect.client.decoder(streamOf(dialect, { session: '' })).push({ data }).signals ?? [],
  );
  return new Set(signals.flatMap((signal) => (signal.kind === 'session' ? [signal.id] : [])));
}

describe.each(dialects.map(({ name }) => name))('%s', (name) => {
  it('replays what was recorded, frame by frame', async () => {
    const file = await record(server.url, name);
    const { frames } = await readRecording(file);
    expect(frames.filter(({ from }) => from === 'client')).toHaveLength(2);
    const again = await record(await replayed(file, name), name);
    expect(await framesOf(again, name)).toEqual(await framesOf(file, name));
  });

  it('greets where the recording does not, for its own front end waits for that', async () => {
    const whole = await record(server.url, name);
    const dialect = dialectNamed(name);
    const greetings = dialect.server.greet(streamOf(dialect), 0).length;
    const { head, frames } = await readRecording(whole);
    const isLater = (frame: Recorded) => {
      const heard = frames.filter(({ from, connection }) => from === 'server' && connection === frame.connection);
      return !heard.slice(0, greetings).includes(frame);
    };
    const file = join(temporaryFolder(), 'middle.ndjson');
    const lines = [head, ...frames.filter(isLater)].map((line) => JSON.stringify(line));
    await writeFile(file, lines.join('\n'));
    const { frames: again } = await readRecording(await record(await replayed(file, name), name));
    expect(again.map(kindOf)).toEqual(frames.map(kindOf));
    const named = sessionsIn(name, frames.filter(isLater));
    if (named.size > 0) expect(sessionsIn(name, again), 'the session of the recording').toEqual(named);
    const screen = await screenOf(name, again);
    expect(screen).toMatchObject({ busy: false, text: expect.stringContaining('It is done, 完成。') });
  });

  it('replays the recording of another dialect so that its own front end shows it', async () => {
    const other = dialects.find((each) => each.name !== name)?.name ?? '';
    const url = await replayed(await record(server.url, other), name);
    const { frames } = await readRecording(await record(url, name));
    const dialect = dialectNamed(name);
    const greeting = dialect.server.greet(streamOf(dialect), 0).map(({ data }) => data);
    const heard = frames.filter(({ from }) => from === 'server').map(({ data }) => data);
    expect(heard.slice(0, greeting.length)).toEqual(greeting);
    const screen = await screenOf(name, frames);
    expect(screen.text).toContain('It is done, 完成。');
    expect(screen.busy).toBe(false);
    expect(screen.tools.length).toBeGreaterThan(0);
  });
});

it.each(dialects.filter(({ traits }) => traits.answers.approval === 'native').map(({ name }) => name))(
  '%s: a question and its answer are recorded, and replayed',
  async (name) => {
    const asker = await scriptServer('asking');
    onTestFinished(() => asker.close());
    const file = join(temporaryFolder(), 'talk.ndjson');
    const talk = ['--dialect', name, '-m', 'Delete it', '-m', 'yes'];
    expect((await here(['record', asker.url, ...talk, '-o', file])).code).toBe(0);
    const { stdout } = await here(['record', await replayed(file, name), ...talk]);
    expect(stdout).toContain('Deleted.');
    const screen = await screenOf(name, jsonLines<Recorded>(stdout).slice(1));
    expect(screen.busy).toBe(false);
  },
);

it('serves a recording from the shell until it is stopped', async () => {
  const file = await record(server.url, dialects[0]?.name ?? '');
  const cli = new CliProcess(['replay', file, '--port', '0', '--speed', '1000']);
  const [, url] = await cli.printed(/Replaying as \S+\n {2}(http:\/\/[^/]+)/);
  const { stdout } = await here(['record', url as string, '--dialect', dialects[0]?.name ?? '', '-m', 'Hello']);
  expect(jsonLines<Recorded>(stdout).at(-1)?.data).toContain('run.finished');
  expect(await cli.stop('SIGINT')).toBe(0);
});

describe('a server that refuses', () => {
  const talkable = dialects.flatMap(({ name, endpoints }) =>
    endpoints.filter(({ does }) => does === 'converse').map(({ path }) => [name, path] as const),
  );

  async function answering(status: number): Promise<string> {
    return listening((_, response) => response.writeHead(status).end('{"type":"error","error":"no"}\n'));
  }

  it.each(talkable)('is no recording: %s at %s', async (name, path) => {
    const file = join(temporaryFolder(), 'talk.ndjson');
    const url = await answering(401);
    const { code, stderr } = await here(['record', url, '--dialect', name, '--path', path, '-m', 'Hello', '-o', file]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `The server at ${url} wants a token.\nHint: give it with --token or POLYWIRE_TOKEN\n`,
    });
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  it.each(talkable)('is named with its status: %s at %s', async (name, path) => {
    const url = await answering(503);
    const args = ['record', url, '--dialect', name, '--path', path, '-m', 'Hello'];
    const { code, stdout, stderr } = await here(args, { language: 'zh' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^服务器 \S+ 返回状态 503。\n提示：/);
    expect(jsonLines(stdout)).toEqual([expect.objectContaining({ recording: 'polywire' })]);
  });
});

it.each(overHttp)('%s: a server that says nothing is no recording', async (name, path) => {
  const url = await listening((_, response) => response.end());
  const { code, stderr } = await here(['record', url, '--dialect', name, '--path', path, '-m', 'Hello']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The server said nothing: there is no recording\.\nHint: /);
});

describe.each(overHttp)('a long frame of %s at %s', (name, path, framing) => {
  const write = framing === 'sse' ? writeSse : writeNdjson;

  async function recordedOf(...frames: string[]) {
    const url = await listening((_, response) => response.end(frames.map((data) => write({ data })).join('')));
    const { code, stdout, stderr } = await here(['record', url, '--dialect', name, '--path', path, '-m', 'Hello']);
    const heard = jsonLines<Recorded>(stdout).filter(({ from }) => from === 'server');
    return { code, heard: heard.map(({ data }) => data), stderr };
  }

  it('is recorded', async () => {
    const long = JSON.stringify({ type: 'long', text: '长'.repeat(2 * MAX_FRAME_CHARS) });
    const { code, heard } = await recordedOf(long, '{"type":"next"}');
    expect(code).toBe(0);
    expect(heard.map((data) => data.length)).toEqual([long.length, 15]);
  });

  it('is told of where it is beyond all bounds', async () => {
    const { heard, stderr } = await recordedOf('x'.repeat(MAX_HEARD_CHARS + 1), '{"type":"next"}');
    expect(heard).toEqual(['{"type":"next"}']);
    expect(stderr).toMatch(/^Something was not recorded: It is larger than 8388608 characters\.\n1 frames were/);
  });
});

it.each(overHttp.filter(([, , framing]) => framing === 'sse'))(
  '%s: what could not be recorded does not steer the terminal',
  async (name, path) => {
    const url = await listening((_, response) => response.end('\u001b[2Jfield: x\n\ndata: {"type":"next"}\n\n'));
    const { stderr } = await here(['record', url, '--dialect', name, '--path', path, '-m', 'Hello']);
    expect(stderr).toBe(
      'Something was not recorded: It is no known line: Unknown field " [2Jfield".\n1 frames were recorded.\n',
    );
  },
);

it('drops a client that breaks the rules of WebSocket, and serves the next', async () => {
  const { name = '', endpoints = [] } = dialects.find(({ endpoints }) => endpoints[0]?.framing === 'ws') ?? {};
  const file = await record(server.url, name);
  const cli = new CliProcess(['replay', file, '--port', '0', '--speed', '1000']);
  onTestFinished(async () => void (await cli.stop()));
  const [, url = ''] = await cli.printed(/Replaying as .+\n {2}(http:\/\/[^/]+)/);
  await breakRules(new URL((endpoints[0]?.path ?? '').replace('{session}', '1'), url));
  const { code, stderr } = await here(['record', url, '--dialect', name, '-m', 'Hello']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^[1-9]\d* frames were recorded/) });
  expect(cli.stderr).toBe('');
});

/** Sends a frame without a mask, which a client must never do, and waits until the server hangs up. */
async function breakRules({ host, hostname, port, pathname }: URL): Promise<void> {
  const socket = connect(Number(port), hostname);
  const key = Buffer.alloc(16).toString('base64');
  socket.write(
    `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toContain('101 Switching Protocols');
  socket.write(Buffer.from([0x81, 0x01, 0x61]));
  socket.resume();
  await once(socket, 'close');
}

it('says where nobody can listen, and what to do', async () => {
  const file = await record(server.url, dialects[0]?.name ?? '');
  const { port } = new URL(server.url);
  expect(await here(['replay', file, '--port', port])).toMatchObject({
    code: 1,
    stderr: `127.0.0.1:${port} is in use.\nHint: choose another address with --port or --host\n`,
  });
  expect(await here(['replay', file, '--port', 'http'])).toMatchObject({
    code: 2,
    stderr: '--port takes a number up to 65535.\n',
  });
});

it('says which line of a file is none of a recording', async () => {
  const file = join(temporaryFolder(), 'bad.ndjson');
  await writeFile(file, '{"recording":"polywire"}\n');
  expect((await here(['replay', file])).stderr).toContain('is no recording: line 1 cannot be read.');
  expect((await here(['replay', join(temporaryFolder(), 'none')])).stderr).toContain('cannot be read.\nHint: ');
});

it('writes over nothing, and leaves nothing of a talk that never began', async () => {
  const [name = ''] = dialects.map((dialect) => dialect.name);
  const file = join(temporaryFolder(), 'talk.ndjson');
  const away = await here(['record', 'http://127.0.0.1:1', '--dialect', name, '-m', 'Hello', '-o', file]);
  expect(away).toMatchObject({ code: 1, stderr: expect.stringMatching(/^No server answers at/) });
  await writeFile(file, 'mine', { flag: 'wx' });
  const again = await here(['record', server.url, '--dialect', name, '-m', 'Hello', '-o', file]);
  expect(again).toMatchObject({ code: 1, stderr: `${file} is already there.\nHint: name another file\n` });
});
