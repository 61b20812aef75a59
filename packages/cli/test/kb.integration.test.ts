import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Running } from '@polywire/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from './support/folder.ts';
import { here } from './support/here.ts';
import { hasPty, PtyProcess } from './support/pty.ts';
import { scriptServer } from './support/script-server.ts';

let server: Running;
beforeAll(async () => {
  server = await scriptServer();
});
afterAll(() => server.close());

const kb = (...args: string[]) => here(['kb', ...args, '--server', server.url]);

async function handbook(): Promise<string> {
  const folder = temporaryFolder();
  await mkdir(join(folder, 'deep'));
  await mkdir(join(folder, '.git'));
  await writeFile(join(folder, 'deploy.md'), '# Deploying\n\nUse docker compose. 部署应用。\n');
  await writeFile(join(folder, 'deep', 'notes.txt'), 'The zebra is striped.\n');
  await writeFile(join(folder, 'rows.csv'), 'city,people\nUlm,126000\n');
  await writeFile(join(folder, 'facts.json'), '{"bees":"dance"}');
  await writeFile(join(folder, 'picture.png'), 'no text');
  await writeFile(join(folder, '.git', 'secret.txt'), 'hidden');
  return folder;
}

it('adds what can be read in a folder, finds it, lists it and takes it out again', async () => {
  const folder = await handbook();
  const added = await kb('add', folder);
  expect(added).toEqual({
    code: 0,
    stdout: ['deep/notes.txt', 'deploy.md', 'facts.json', 'rows.csv']
      .map((name) => `✓  ${join(folder, name)}\n`)
      .join(''),
    stderr: '',
  });
  expect((await kb('search', 'zebra')).stdout).toContain('The zebra is striped.');
  const documents = JSON.parse((await kb('list', '--json')).stdout) as { id: string }[];
  expect(documents).toHaveLength(4);
  const listed = await here(['kb', 'list', '--server', server.url], { language: 'zh' });
  expect(listed.stdout.match(/ {2}就绪 {2}/g)).toHaveLength(4);
  expect((await kb('remove', ...documents.map(({ id }) => id))).code).toBe(0);
  expect((await kb('list')).stdout).toBe('The knowledge base is empty.\n');
});

it('says what is not there, and what is no action', async () => {
  expect(await kb('add', '/nowhere')).toMatchObject({ code: 1, stderr: '/nowhere is not there.\n' });
  expect(await kb('burn')).toMatchObject({ code: 2, stderr: 'kb has no action burn.\nHint: see polywire help kb\n' });
  expect(await kb('remove')).toMatchObject({
    code: 2,
    stderr: 'There is no id of what to remove.\nHint: see polywire help kb\n',
  });
});

it('goes on after a file that cannot be read, and tells of it', async () => {
  const folder = await handbook();
  await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7\nthis is no more than its first line');
  const { code, stdout } = await kb('add', join(folder, 'broken.pdf'), join(folder, 'deploy.md'), '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject([{ status: 'failed' }, { status: 'ready' }]);
});

// Without util-linux there is no terminal to be had without a library.
it.skipIf(!hasPty)('shows a bar in a terminal', async () => {
  const terminal = new PtyProcess(['kb', 'add', await handbook(), '--server', server.url]);
  await terminal.shows(/Adding [█░]{24} +\d+% /);
  expect(await terminal.exited).toBe(0);
});
