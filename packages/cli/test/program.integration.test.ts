import { describe, expect, it } from 'vitest';
import { commands } from '../src/commands/index.ts';
import { dialectNames } from '../src/options.ts';
import { here } from './support/here.ts';
import { CliProcess } from './support/process.ts';

describe('help', () => {
  it.each(['en', 'zh'] as const)('lists every command in %s', async (language) => {
    const { code, stdout } = await here(['--help'], { language });
    expect(code).toBe(0);
    for (const { name, about } of commands) {
      expect(stdout).toContain(name);
      expect(stdout).toContain(about[language]);
    }
  });

  it.each(commands.map(({ name }) => name))(
    '%s has examples that begin with its name, in both languages',
    async (name) => {
      const [en, zh] = await Promise.all([here(['help', name]), here(['help', name], { language: 'zh' })]);
      expect(en.stdout).toMatch(new RegExp(`Examples:\\n  \\$ .*polywire ${name}`));
      expect(zh.stdout).toMatch(new RegExp(`示例：\\n  \\$ .*polywire ${name}`));
      expect(zh.stdout).not.toContain('Options:');
    },
  );

  it('is what a shell gets, without a word on stderr', async () => {
    const cli = new CliProcess(['--help'], { LC_ALL: 'zh_CN.UTF-8' });
    expect(await cli.exited).toBe(0);
    expect(cli.stdout).toContain('命令：');
    expect(cli.stderr).toBe('');
  });
});

describe('mistakes', () => {
  it.each([
    [['nothing'], "Unknown command 'nothing'.\nHint: see polywire --help\n"],
    [['sessions', '--colour'], "Unknown option '--colour'.\nHint: see polywire help sessions\n"],
    [['help', 'nothing'], "Unknown command 'nothing'.\nHint: see polywire --help\n"],
    [['kb', 'search'], 'There are no words to search for.\nHint: see polywire help kb\n'],
    [['backup'], "Missing required argument 'folder'.\nHint: see polywire help backup\n"],
  ])('%s is one sentence and a hint', async (args, text) => {
    const { code, stdout, stderr } = await here(args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: text });
  });

  it('are told in Chinese to those who read it', async () => {
    const { stderr } = await here(['sessions', '--colour'], { language: 'zh' });
    expect(stderr).toBe("没有选项 '--colour'。\n提示：参见 polywire help sessions\n");
  });

  it('name the choices there are, in Chinese too', async () => {
    const { stderr } = await here(['run', 'hi', '--format', 'prose'], { language: 'zh' });
    expect(stderr).toMatch(/^选项 '--format <format>' 的值无效，可选：text, .*。\n提示：参见 polywire help run\n$/);
  });

  it.each([
    [['sessions', '--server', 'http://127.0.0.1:1']],
    [['check', 'http://127.0.0.1:1', '--dialect', dialectNames[0] as string]],
  ])('name a server that is not there, and what to do: %s', async (args) => {
    const { code, stderr } = await here(args);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'No server answers at http://127.0.0.1:1.\nHint: start one with "polywire serve", or give the address of another\n',
    );
  });

  it.each([
    ['en', '--colour', 2, 'There is no option --colour: see --help. / 没有选项 --colour：参见 --help。\n'],
    ['zh', '--help', 0, ''],
  ])(
    'of the server are mistakes of the command line, told in both languages: %s %s',
    async (language, option, code, stderr) => {
      const cli = new CliProcess(['serve', option], { LC_ALL: '', LANG: `${language}_XX.UTF-8` });
      expect(await cli.exited).toBe(code);
      expect(cli.stderr).toBe(stderr);
      if (code === 0) expect(cli.stdout).toContain('npx polywire serve [选项]');
    },
  );

  it.each(['abc', '0', '1.5'])('name a count that is none: %s', async (count) => {
    const { code, stdout, stderr } = await here(['sessions', '-n', count]);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: '--limit takes a whole number above 0.\n',
    });
  });

  it('name an address that is none', async () => {
    const { code, stderr } = await here(['sessions', '--server', 'nowhere']);
    expect(code).toBe(2);
    expect(stderr).toContain('"nowhere" is no address of a server.');
  });
});
