import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { here } from './support/here.ts';

const page = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
/** Blocks that begin with a command, and what it prints. */
const blocks = [...page.matchAll(/```text\n\$ (?:echo '(.*)' \| )?polywire (.*)\n([\s\S]*?)```/g)].map(
  ([, stdin, command, printed]) => ({ stdin, command: command as string, printed: printed as string }),
);

it('has commands that can be run', () => {
  expect(blocks.length).toBeGreaterThanOrEqual(2);
});

it.each(blocks)('prints of `polywire $command` what docs/cli.md shows', async ({ stdin, command, printed }) => {
  const { stdout, stderr } = await here(command.split(' '), stdin === undefined ? {} : { stdin: `${stdin}\n` });
  expect(`${stdout}${stderr}`.trimEnd()).toBe(printed.trimEnd());
});
