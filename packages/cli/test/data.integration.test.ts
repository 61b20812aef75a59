import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from '@polywire/server';
import { expect, it } from 'vitest';
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
