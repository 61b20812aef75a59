import { describe, expect, it } from 'vitest';
import { commands } from '../src/commands/index.ts';
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
    [['backup'], "Missing required argument 'folder'.\nHint: see polywire help backup\n"],
  ])('%s is one sentence and a hint', async (args, text) => {
    const { code, stdout, stderr } = await here(args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: text });
  });

  it('are told in Chinese to those who read it', async () => {
    const { stderr } = await here(['sessions', '--colour'], { language: 'zh' });
    expect(stderr).toBe("没有选项 '--colour'。\n提示：参见 polywire help sessions\n");
  });

  it('name a server that is not there, and what to do', async () => {
    const { code, stderr } = await here(['sessions', '--server', 'http://127.0.0.1:1']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^No server answers at http:\/\/127\.0\.0\.1:1\.\nHint: .*polywire serve/);
  });

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
