import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { loadExports } from '../load-exports.ts';
import { checkArgs } from './check-args.ts';
import { defineTool } from './define-tool.ts';
import { schemaOf } from './schema-of.ts';
import { ToolSet } from './toolbox.ts';

const tool = (name: string) =>
  defineTool({ name, description: name, parameters: z.object({ n: z.number() }), run: ({ n }) => n });

it('a set has the first tool of a name, says when to ask, and takes others in place of a group', () => {
  const set = new ToolSet({ b: 'always' });
  const [a, other] = [tool('a'), tool('a')];
  set.add([a]);
  const replace = set.add([other, tool('b')]);
  expect(set.named('a')).toBe(a);
  expect(set.named('b')).toMatchObject({ approval: 'always' });
  expect(set.named('constructor')).toBeUndefined();
  replace([tool('c')]);
  expect(set.list.map(({ name }) => name)).toEqual(['a', 'c']);
});

it('a tool says what it takes, and holds its arguments to it', () => {
  expect(schemaOf(tool('a'))).toEqual({ type: 'object', properties: { n: { type: 'number' } }, required: ['n'] });
  expect(schemaOf({ name: 'x', run: async () => null })).toEqual({ type: 'object', properties: {} });
  expect(checkArgs(tool('a'), { n: 1, more: 2 })).toEqual({ ok: true, args: { n: 1 } });
  expect(checkArgs(tool('a'), { n: 'x' })).toMatchObject({ ok: false, why: expect.stringContaining('n: ') });
  expect(() => tool('no name')).toThrow('no name');
});

it('tools are loaded from files; one that has none, or is none, is told in one sentence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'polywire-own-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const mine = path(
    'mine.mjs',
    "export const dice = { name: 'dice', run: async () => 4 }; export const more = [{ name: 'coin', run: async () => 1 }, 7];",
  );
  expect((await loadExports('tool', [mine])).map(({ name }) => name)).toEqual(['dice', 'coin']);
  await expect(loadExports('tool', [path('none.mjs', 'export const x = 1;')])).rejects.toThrow('exports no tool');
  await expect(loadExports('agent', [join(folder, 'nowhere.mjs')])).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(/nowhere\.mjs cannot be loaded: .+\. \/ 无法载入 .*nowhere\.mjs：.+。$/),
  });
});

/** What a file and those that it needs to begin import: not what they load later. */
function needed(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  for (const [, name = ''] of text.matchAll(/^(?:import|export)\s(?!type\b)[^'"]*?from\s'([^']+)'/gm)) {
    if (name.startsWith('.')) needed(join(dirname(path), name), seen);
    else seen.add(name);
  }
  return seen;
}

it('none of the large libraries is loaded by the start', () => {
  const all = [...needed(fileURLToPath(new URL('../server.ts', import.meta.url)))];
  expect(all).toContain('fastify');
  expect(all.length).toBeGreaterThan(100);
  expect(
    all.filter((name) =>
      /^(mathjs|undici|linkedom|pdfjs-dist|quickjs|@duckdb|@resvg|@node-rs|@mozilla|@modelcontext)/.test(name),
    ),
  ).toEqual([]);
});
