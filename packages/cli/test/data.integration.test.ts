import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { startServer } from '@polywire/server';
import { openData } from '@polywire/server/data';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/folder.ts';
import { here, jsonLines } from './support/here.ts';
import { CliProcess } from './support/process.ts';

async function serverWithSession(data: string) {
  const server = await startServer({ port: 0, data });
  const response = await fetch(`${server.url}/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: '部署 plan' }),
  });
  const { id } = (await response.json()) as { id: string };
  const form = new FormData();
  form.append('files', new Blob(['hello']), 'note.txt');
  const uploaded = await fetch(`${server.url}/v1/sessions/${id}/uploads`, { method: 'POST', body: form });
  expect(uploaded.ok).toBe(true);
  return { server, id };
}

it('lists the sessions of a server, and of a folder that no server uses', async () => {
  const data = join(temporaryFolder(), 'data');
  const { server, id } = await serverWithSession(data);
  const asked = await here(['sessions', '--server', server.url]);
  expect(asked.stdout).toMatch(new RegExp(`^ID .*\\n${id} .*部署 plan\\n$`));
  const refused = await here(['sessions', '--data', data]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('is in use by another Polywire');
  await server.close();
  const read = await here(['sessions', '--data', data, '--json']);
  expect(JSON.parse(read.stdout)).toMatchObject([{ id, title: '部署 plan' }]);
});

it('tells of sessions in the words and the time of the person at the keyboard', async () => {
  const data = join(temporaryFolder(), 'data');
  await here(['run', 'hello', '--data', data, '--agent', 'echo']);
  const [{ updated }] = JSON.parse((await here(['sessions', '--data', data, '--json'])).stdout);
  const cli = new CliProcess(['sessions', '--data', data], { LC_ALL: 'zh_CN.UTF-8', TZ: 'Asia/Shanghai' });
  expect(await cli.exited).toBe(0);
  const there = new Date(updated + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
  expect(cli.stdout).toMatch(new RegExp(`${there} +已完成 +hello\\n$`));
});

it('backs up a folder in use; export and import carry all of it over', async () => {
  const folder = temporaryFolder();
  const [data, copy, file, again] = ['data', 'copy', 'all.ndjson', 'again'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  const { server, id } = await serverWithSession(data);
  expect(await here(['backup', copy, '--data', data])).toMatchObject({ code: 0, stdout: '' });
  await server.close();
  expect((await here(['backup', copy, '--data', data])).stderr).toContain('is already there');

  expect(await here(['export', file, '--data', copy])).toMatchObject({ code: 0, stdout: '' });
  const piped = await here(['export', '--data', data]);
  const lines = jsonLines((await readFile(file, 'utf8')).toString());
  expect(jsonLines(piped.stdout)).toEqual(lines);
  expect(lines).toContainEqual(expect.objectContaining({ data: Buffer.from('hello').toString('base64') }));

  expect((await here(['import', '--data', again], { stdin: piped.stdout })).code).toBe(0);
  expect(jsonLines((await here(['export', '--data', again])).stdout)).toEqual(lines);
  expect(JSON.parse((await here(['sessions', '--data', again, '--json'])).stdout)).toMatchObject([{ id }]);
  expect((await here(['import', file, '--data', again])).stderr).toContain('needs an empty data folder');
});

describe('an import that fails', () => {
  /** A whole export, the same with a broken line near its end, and a folder for what is imported. */
  async function exported() {
    const folder = temporaryFolder();
    const { server } = await serverWithSession(join(folder, 'data'));
    await server.close();
    const { stdout: whole } = await here(['export', '--data', join(folder, 'data')]);
    const lines = whole.trimEnd().split('\n');
    const broken = [...lines.slice(0, -1), '{"event', ...lines.slice(-1)].join('\n');
    return { lines, whole, broken, line: lines.length, target: join(folder, 'target') };
  }

  it('leaves no folder behind, so that the right one finds its place', async () => {
    const { whole, broken, line, target } = await exported();
    const failed = await here(['import', '--data', target], { stdin: broken });
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(`Line ${line} of the export`) });
    await expect(readdir(target)).rejects.toThrow('ENOENT');
    expect((await here(['import', '--data', target], { stdin: whole })).code).toBe(0);
  });

  it('keeps what was in the folder before, and nothing else', async () => {
    const { whole, broken, target } = await exported();
    await mkdir(target);
    await writeFile(join(target, 'mine.txt'), 'mine');
    expect((await here(['import', '--data', target], { stdin: broken })).code).toBe(1);
    expect(await readdir(target)).toEqual(['mine.txt']);
    expect((await here(['import', '--data', target], { stdin: whole })).code).toBe(0);
    const again = await here(['import', '--data', target], { stdin: broken });
    expect(again.stderr).toContain('needs an empty data folder');
    expect(JSON.parse((await here(['sessions', '--data', target, '--json'])).stdout)).toHaveLength(1);
  });

  it('never removes a database that was there, and says what became of it', async () => {
    const { broken, target } = await exported();
    await openData(target).close();
    const before = await readdir(target);
    const { code, stderr } = await here(['import', '--data', target], { stdin: broken });
    expect(code).toBe(1);
    expect(stderr).toContain(`Hint: ${target} was there before and has a part of the import now`);
    expect(await readdir(target)).toEqual(expect.arrayContaining(before));
  });

  it('names a file that cannot be read, in both languages', async () => {
    const folder = temporaryFolder();
    const [none, target] = [join(folder, 'none.ndjson'), join(folder, 'target')];
    const hint = 'Hint: name a file that "polywire export" wrote\n';
    for (const file of [none, folder]) {
      const { code, stderr } = await here(['import', file, '--data', target]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: `${file} cannot be read.\n${hint}` });
    }
    const text = await here(['import', '--data', target], { stdin: '# no export', language: 'zh' });
    expect(text.stderr).toBe('无法读取导出文件的第 1 行：不是 JSON。\n');
    const nothing = await here(['import', '--data', target], { stdin: '', language: 'zh' });
    expect(nothing.stderr).toBe('无法读取导出文件的第 1 行：缺少结尾。\n');
    const chinese = await here(['import', none, '--data', target], { language: 'zh' });
    expect(chinese.stderr).toMatch(/^无法读取 .*\n提示：/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('leaves nothing behind when it is stopped', async () => {
    const { lines, target } = await exported();
    const stop = new AbortController();
    const stdin = Readable.from(
      (async function* () {
        yield Buffer.from(`${lines.slice(0, -1).join('\n')}\n`);
        stop.abort();
        // The rest never comes.
        await new Promise(() => undefined);
      })(),
    );
    const { code, stderr } = await here(['import', '--data', target], { stdin, stop: stop.signal });
    expect({ code, stderr }).toEqual({ code: 130, stderr: 'The import was stopped.\n' });
    await expect(readdir(target)).rejects.toThrow('ENOENT');
  });
});

it('says so where there is no data', async () => {
  const { code, stderr } = await here(['export', '--data', join(temporaryFolder(), 'none')]);
  expect(code).toBe(1);
  expect(stderr).toContain('There is no Polywire data in');
});

it('serves as npm start does, with its options, until it is stopped', async () => {
  const data = join(temporaryFolder(), 'data');
  const cli = new CliProcess(['serve', '--port', '0', '--data', data]);
  const [, url] = await cli.printed(/Polywire: (http:\S+)/);
  expect((await here(['sessions', '--server', url as string])).stdout).toBe('There are no sessions yet.\n');
  expect(await cli.stop()).toBe(0);
});
