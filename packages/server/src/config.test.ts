import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, ConfigError, readConfig } from './config.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'polywire-config-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

async function read(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Config> {
  const config = await readConfig(args, env);
  if (config === 'help') throw new Error('help');
  return config;
}

describe('where settings come from', () => {
  it('serves this machine alone when nothing is said', async () => {
    expect(await read([])).toMatchObject({
      host: '127.0.0.1',
      port: 10_338,
      data: '.polywire',
      tokens: {},
      listen: [],
    });
  });

  it('prefers the command line to the environment, and the environment to the file', async () => {
    const config = file('a.json', JSON.stringify({ port: 1, host: '127.0.0.2', data: 'from-file' }));
    const env = { POLYWIRE_PORT: '2', POLYWIRE_HOST: '127.0.0.3' };
    expect(await read(['--config', config, '--port', '3'], env)).toMatchObject({
      port: 3,
      host: '127.0.0.3',
      data: 'from-file',
    });
  });

  it('takes several addresses and origins, and a token as an owner', async () => {
    const args = [
      '--listen',
      '8080',
      '--listen',
      '127.0.0.1:21003',
      '--listen',
      '[::1]:8081',
      '--host',
      '[::1]',
      '--allow-origin',
      'http://a.example',
      '--token',
      'secret-token',
    ];
    expect(await read(args)).toMatchObject({
      listen: [
        { host: '127.0.0.1', port: 8080 },
        { host: '127.0.0.1', port: 21_003 },
        { host: '::1', port: 8081 },
      ],
      host: '::1',
      allowOrigin: ['http://a.example'],
      tokens: { owner: 'secret-token' },
    });
  });

  it('reads a file in TypeScript', async () => {
    const config = file('b.ts', "export const config: { whenBusy: string } = { whenBusy: 'reject' };");
    expect(await read([], { POLYWIRE_CONFIG: config })).toMatchObject({ whenBusy: 'reject' });
  });

  it('knows when only help is wanted', async () => {
    expect(await readConfig(['--help'], {})).toBe('help');
  });
});

describe('mistakes are told in one sentence', () => {
  const cases: [string, () => string[], RegExp][] = [
    ['an unknown option', () => ['--prot', '1'], /^There is no option --prot: see --help\. /],
    ['an option without its value', () => ['--port'], /^--port takes a value: see --help\. /],
    ['an option in place of a value', () => ['--port', '--data', 'x'], /^--port takes a value: see --help\. /],
    ['a value where none is taken', () => ['--help=me'], /^--help takes no value: see --help\. /],
    ['a word too many', () => ['now'], /^now is no option: see --help\. /],
    ['a port that is no number', () => ['--port', 'http'], /--port takes a number/],
    ['a port that does not exist', () => ['--port', '70000'], /port/],
    ['an address without a port', () => ['--listen', 'localhost'], /HOST:PORT/],
    ['a short token', () => ['--token', 'short'], /tokens/],
    ['a file that is not there', () => ['--config', join(directory, 'none.json')], /none\.json: is not there\./],
    ['a file that is not JSON', () => ['--config', file('c.json', '{')], /c\.json/],
    [
      'a file with a slip beside a secret',
      () => ['--config', file('e.json', '{"tokens":{"me":"secret-token"]}')],
      /e\.json: is not valid/,
    ],
    ['a file that has no settings', () => ['--config', file('f.json', '["secret"]')], /f\.json: is no object/],
    ['a file that says nothing', () => ['--config', file('g.json', 'null')], /g\.json: is no object/],
    ['a program that says nothing', () => ['--config', file('h.ts', 'export const port = 1;')], /h\.ts: is no object/],
    [
      'a program that fails',
      () => ['--config', file('i.ts', "throw new Error('no luck\\nsecret')")],
      /i\.ts: no luck /,
    ],
    ['a program that is none', () => ['--config', file('j.ts', "const secret = 'secret\n")], /j\.ts: /],
    ['a setting that nobody knows', () => ['--config', file('d.json', '{"colour":1}')], /colour/],
  ];
  it.each(cases)('%s', async (_, args, says) => {
    const failed = await readConfig(args(), {}).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ConfigError);
    expect((failed as Error).message).toMatch(says);
    expect((failed as Error).message).toMatch(/ \/ .*\p{Script=Han}/u);
    expect((failed as Error).message).not.toContain('\n');
    expect((failed as Error).message).not.toContain('secret');
  });
});
