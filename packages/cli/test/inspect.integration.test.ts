import type { RunEvent } from '@polywire/protocol';
import { MAX_FRAME_CHARS } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { here, jsonLines } from './support/here.ts';
import { listening } from './support/listening.ts';
import { sampleRun } from './support/sample-run.ts';

/** A server with one run, whose frames are these lines. */
const serverWith = (...lines: readonly string[]) =>
  listening(({ url }, response) => {
    if (url?.startsWith('/v1/runs/')) response.end('{"id":"r","session":"s","status":"complete"}');
    else response.end(lines.map((line) => `${line}\n`).join(''));
  });

it('shows frames that are larger than what a client may send', async () => {
  const long = '长'.repeat(2 * MAX_FRAME_CHARS);
  const run = sampleRun.map((event) => (event.type === 'text.delta' ? { ...event, delta: long } : event));
  const url = await serverWith(...run.map((event) => JSON.stringify(event)));
  const { code, stdout } = await here(['inspect', 'r', '--server', url, '--json']);
  expect(code).toBe(0);
  const seen = jsonLines<RunEvent>(stdout);
  expect(seen.map(({ seq }) => seq)).toEqual(sampleRun.map(({ seq }) => seq));
  expect(seen.find(({ type }) => type === 'text.delta')).toMatchObject({ delta: long });
});

it.each([
  ['en', /^The frames of session s cannot be read: It is larger than /],
  ['zh', /^无法读取会话 s 的帧：/],
] as const)('says where a run cannot be read whole: %s', async (language, sentence) => {
  const url = await serverWith(JSON.stringify(sampleRun[0]), `"${'x'.repeat(17 * MAX_FRAME_CHARS)}"`);
  const { code, stdout, stderr } = await here(['inspect', 'r', '--server', url, '--json'], { language });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(sentence);
});

it.each([
  [
    421,
    '{"detail":"Not here; --public-url adds it. / 此处没有；可用 --public-url 添加。"}',
    'Not here; --public-url adds it.\n',
  ],
  [403, '{"detail":"This origin is not allowed."}', 'This origin is not allowed.\n'],
  [404, '{"error":{"message":"There is no such run."}}', 'There is no such run.\n'],
])('tells in the server’s own words why it refused with %i', async (status, body, sentence) => {
  const url = await listening((_, response) => response.writeHead(status).end(body));
  expect(await here(['inspect', 'r', '--server', url])).toMatchObject({ code: 1, stderr: sentence });
});

it.each([
  [401, '{"detail":"A token is needed."}', /wants a token\.\nHint: give it with --token/],
  [500, '<html>Bad gateway</html>', /answered with status 500\.\nHint: see whether the address is right/],
])('tells what to do where the server’s words are no help: %i', async (status, body, sentence) => {
  const url = await listening((_, response) => response.writeHead(status).end(body));
  const { code, stderr } = await here(['inspect', 'r', '--server', url]);
  expect(code).toBe(1);
  expect(stderr).toMatch(sentence);
});
