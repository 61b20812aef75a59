import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dialects, type RunEvent } from '@polywire/protocol';
import type { Running } from '@polywire/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamOf } from '../src/wire/translator.ts';
import { temporaryFolder } from './support/folder.ts';
import { here, jsonLines } from './support/here.ts';
import { CliProcess } from './support/process.ts';
import { scriptServer } from './support/script-server.ts';

let server: Running;
beforeAll(async () => {
  server = await scriptServer();
});
afterAll(() => server.close());

const run = (...args: string[]) => here(['run', 'Go', '--server', server.url, ...args]);

describe('run', () => {
  it('prints the words of the answer', async () => {
    expect(await run()).toEqual({
      code: 0,
      stdout: 'I look it up.\n\n**Plan**\n- [ ] Deploy\n\n- [x] Deploy\n\nIt is done, 完成。\n',
      stderr: '',
    });
  });

  it.each(dialects.map((dialect) => [dialect.name, dialect] as const))(
    'prints frames of %s, one a line',
    async (name, dialect) => {
      const { code, stdout } = await run('--format', name);
      expect(code).toBe(0);
      const decoder = dialect.client.decoder(streamOf(dialect, { session: '' }));
      const decoded = jsonLines(stdout).map((frame) => decoder.push({ data: JSON.stringify(frame) }));
      expect(decoded.filter(({ issue }) => issue)).toEqual([]);
      expect(decoded.flatMap(({ values }) => values).at(-1)).toMatchObject({
        type: 'run.finished',
        status: 'complete',
      });
    },
  );

  it.each(dialects.map(({ name }) => name))('talks %s to the server and shows the same answer', async (name) => {
    const { code, stdout } = await run('--dialect', name);
    expect(code).toBe(0);
    expect(stdout).toContain('I look it up.');
    expect(stdout).toContain('It is done, 完成。');
  });

  it('says where no server is, and who is not there', async () => {
    const away = await here(['run', 'Go', '--server', 'http://127.0.0.1:1']);
    expect(away).toMatchObject({ code: 1, stderr: expect.stringMatching(/^No server answers at .*\nHint: .*\n$/) });
    expect(await run('--agent', 'nobody')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^There is no agent “nobody” here; there are \w+(, \w+)*\.\n$/),
    });
  });

  it('asks nothing where nothing is asked', async () => {
    const empty = await here(['run', ' ', '--server', server.url]);
    expect(empty).toEqual({ code: 2, stdout: '', stderr: 'The message is empty.\n' });
  });

  it('ends with 1 and the reason where the run fails', async () => {
    const { code, stderr } = await run('--agent', 'failing');
    expect(code).toBe(1);
    expect(stderr).toContain('The model is gone');
  });

  it('ends with 1 and a sentence where the server refuses', async () => {
    const { code, stderr } = await run('--agent', 'nobody');
    expect(code).toBe(1);
    expect(stderr).toContain('nobody');
  });

  it('leaves a question to a person and says how to answer it', async () => {
    const { code, stderr } = await run('--agent', 'asking');
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /waits for an answer.*\nHint: answer it with polywire chat --session \S+ --server http:\S+, or run it again with --yes/,
    );
  });

  it.each([
    ['en', /^The run waits for an answer: Which one\?\nHint: /],
    ['zh', /^运行在等待回答：哪一个？\n提示：/],
  ] as const)('asks in the language of the reader: %s', async (language, asked) => {
    const { stderr } = await here(['run', 'Go', '--server', server.url, '--agent', 'wondering'], { language });
    expect(stderr).toMatch(asked);
  });

  it('approves where it was told to', async () => {
    expect(await run('--agent', 'asking', '--yes')).toEqual({ code: 0, stdout: 'Deleted.\n', stderr: '' });
  });

  it('stops the run at Ctrl-C, and shows its end', async () => {
    const own = dialects[0]?.name ?? '';
    const cli = new CliProcess(['run', 'Go', '--agent', 'endless', '--server', server.url, '--format', own]);
    await cli.printed(/text\.delta/);
    expect(await cli.stop('SIGINT')).toBe(130);
    const events = jsonLines<RunEvent>(cli.stdout);
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', status: 'stopped' });
  });

  it('tells what a server of its own complained of, also where a character came in two pieces', async () => {
    // Longer than the 64 KiB that a pipe is read by, which is no multiple of the three bytes of a character.
    const complain = `import { writeSync } from 'node:fs'; writeSync(2, '部'.repeat(22_500)); process.exit(1);`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(complain)}` };
    const { code, stderr } = await here(['run', 'Go', '--data', join(temporaryFolder(), 'data')], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^部{2000}\n/);
  });

  it('starts a server for itself where it is given a folder, and leaves the session there', async () => {
    const data = join(temporaryFolder(), 'data');
    const cli = new CliProcess(['run', 'Hello', '--data', data]);
    expect(await cli.exited).toBe(0);
    expect(cli.stdout).not.toBe('');
    const sessions = JSON.parse((await here(['sessions', '--data', data, '--json'])).stdout);
    expect(sessions).toMatchObject([{ status: 'complete' }]);
    await expect(readFile(join(data, 'lock.pid'))).rejects.toThrow('ENOENT');
  });
});

describe('inspect', () => {
  let runId: string;
  beforeAll(async () => {
    const { stdout } = await run('--format', dialects[0]?.name ?? '');
    runId = jsonLines<RunEvent>(stdout)[1]?.runId ?? '';
  });
  const inspect = (...args: string[]) => here(['inspect', runId, '--server', server.url, ...args]);

  it('shows a timeline, deltas drawn together', async () => {
    const { code, stdout } = await inspect();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ +2 +\+0\.000s run\.started +input=Go agentKind=busy/);
    expect(stdout).toMatch(/reasoning\.delta ×2 +Let me see\.\n/);
    expect(stdout).toMatch(/tool\.finished .*outcome=ok result=\{"total":1\}\n/);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/run\.finished +status=complete/);
  });

  it('shows the frames of dialects side by side', async () => {
    const [one, other] = dialects.slice(1).map(({ name }) => name) as [string, string];
    const { stdout } = await inspect('--frames', one, '--frames', other);
    expect(stdout.split('\n')[0]).toMatch(new RegExp(`^${one} +│ ${other}$`));
    expect(stdout).toMatch(/\d+ tool\.finished\n.* │ .*\n/);
    const rows = jsonLines((await inspect('--frames', one, '--frames', other, '--json')).stdout);
    expect(rows).toContainEqual(
      expect.objectContaining({ type: 'tool.call', frames: { [one]: expect.any(Array), [other]: expect.any(Array) } }),
    );
  });

  it('writes a page that can be read', async () => {
    const { stdout } = await inspect('--markdown');
    expect(stdout).toMatch(/^# Run run_/);
    expect(stdout).toContain('## Go');
    expect(stdout).toContain('<details><summary>Tool search: ok</summary>');
    expect(stdout).toContain('- [x] Deploy');
    expect(stdout).toContain('It is done, 完成。');
    const chinese = await here(['inspect', runId, '--server', server.url, '--markdown'], { language: 'zh' });
    expect(chinese.stdout).toMatch(/^# 运行 run_/);
    expect(chinese.stdout).toContain('<details><summary>工具 search：成功</summary>');
  });

  it('counts what a dialect cannot say', async () => {
    const { stdout } = await inspect('--losses', dialects[1]?.name ?? '', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      exact: expect.any(Number),
      degraded: expect.any(Number),
      events: expect.any(Array),
    });
  });

  it('takes a session for its last run', async () => {
    const { stdout } = await here(['sessions', '--server', server.url, '--json']);
    const [newest] = JSON.parse(stdout) as { id: string }[];
    const bySession = await here(['inspect', newest?.id ?? '', '--server', server.url]);
    expect(bySession).toEqual(await inspect());
  });

  it('says where there is no such run', async () => {
    const { code, stderr } = await here(['inspect', 'nothing', '--server', server.url]);
    expect(code).toBe(1);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});
