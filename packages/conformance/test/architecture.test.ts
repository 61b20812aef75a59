import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dialects } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const dialectsFolder = 'packages/protocol/src/dialects';

/** Which of our packages each package may import, outside of tests. */
const mayImport: Record<string, readonly string[]> = {
  protocol: [],
  client: ['protocol'],
  server: ['protocol', 'client'],
  web: ['protocol', 'client'],
  cli: ['protocol', 'client', 'server', 'conformance'],
  conformance: ['protocol', 'client', 'server'],
};
/** Imports that are allowed in one folder only. */
const onlyIn: Record<string, string> = { 'server → client': 'packages/server/src/gateway/' };
/** The protocol runs anywhere: no built-ins, two libraries. */
const librariesOfProtocol = ['zod', 'eventsource-parser'];
/** Every dialect is laid out alike. */
const filesOfDialect = ['about', 'commands', 'decode', 'encode', 'endpoints', 'fidelity', 'index', 'wire'].map(
  (it) => `${it}.ts`,
);

const isSource = (path: string) => /\.(ts|tsx|mjs|js|html|css)$/.test(path);
/** Tests, and what only tests import. */
const isTest = (path: string) => /(\.test|\/testing)\.\w+$/.test(path);
/** Of a package: what runs, and what stands beside it (its page, its settings). */
const isPartOfPackage = (path: string) => /^packages\/[^/]+\/((src|bin|public)\/|[^/]+$)/.test(path);
const sources = ['packages', 'bench', 'scripts']
  .flatMap((folder) => filesIn(folder))
  .filter((path) => isSource(path) && (!path.startsWith('packages/') || isPartOfPackage(path)));
const code = sources.filter((path) => !isTest(path));

describe('packages', () => {
  const imports = code.flatMap((path) =>
    importsOf(path).map((target) => ({ path, from: packageOf(path), target, to: packageOfImport(path, target) })),
  );

  it('import each other in one direction only', () => {
    const wrong = imports.filter(({ path, from, to }) => {
      if (from === undefined || to === undefined || from === to) return false;
      const folder = onlyIn[`${from} → ${to}`];
      return !mayImport[from]?.includes(to) || (folder !== undefined && !path.startsWith(folder));
    });
    expect(wrong.map(({ path, target }) => `${path} imports ${target}`)).toEqual([]);
  });

  it('are all known here', () => {
    expect(namesIn('packages').filter((name) => !(name in mayImport))).toEqual([]);
  });

  it('reach into each other through their exports alone', () => {
    const wrong = imports.filter(({ from, to, target }) => from && to && to !== from && target.startsWith('.'));
    expect(wrong.map(({ path, target }) => `${path} imports ${target}`)).toEqual([]);
  });

  it('keep the protocol free of everything but its two libraries', () => {
    const foreign = imports.filter(
      ({ from, target }) => from === 'protocol' && !target.startsWith('.') && !librariesOfProtocol.includes(target),
    );
    expect(foreign.map(({ path, target }) => `${path} imports ${target}`)).toEqual([]);
  });
});

describe('dialects', () => {
  const names = namesIn(dialectsFolder).filter((name) => !name.includes('.'));
  const outside = code.filter((path) => !path.startsWith(dialectsFolder));

  it('are named in their own folders only', () => {
    const words = dialects.map(({ name }) => name).filter((name) => name !== 'native');
    const spellings = words.flatMap((word) => [word, word[0]?.toUpperCase() + word.slice(1), word.toUpperCase()]);
    const pattern = new RegExp(`(?<![A-Za-z])(${spellings.join('|')})(?![a-z])`);
    expect(outside.flatMap((path) => mentions(path, pattern))).toEqual([]);
  });

  it('named by an English word are named in their own folder only, too', () => {
    // As a value, `native` is a way to carry something; anywhere else it would be the dialect.
    const isWay = /\b(how|answers)\b|'extension'|'degraded'|'next-message'|\bnative: 'native'/;
    const found = outside.flatMap((path) => mentions(path, /(['"`])native\1|\bdialects\/native\b/));
    expect(found.filter((line) => !isWay.test(line))).toEqual([]);
  });

  it('are looked for in pages and settings as well', () => {
    for (const file of ['index.html', 'vite.config.ts']) expect(outside).toContain(`packages/web/${file}`);
  });

  it('do not import each other', () => {
    const wrong = names.flatMap((name) =>
      filesIn(`${dialectsFolder}/${name}`).flatMap((path) =>
        importsOf(path)
          .map((target) => relativeTo(path, target))
          .filter(
            (target) => target.startsWith(`${dialectsFolder}/`) && !target.startsWith(`${dialectsFolder}/${name}/`),
          )
          .map((target) => `${path} imports ${target}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('are reached through the registry alone', () => {
    const wrong = code
      .filter((path) => !path.startsWith(`${dialectsFolder}/`))
      .flatMap((path) => importsOf(path).map((target) => ({ path, target: relativeTo(path, target) })))
      .filter(({ target }) => names.some((name) => target.startsWith(`${dialectsFolder}/${name}/`)));
    expect(wrong).toEqual([]);
  });

  it.each(names)('%s has the files that every dialect has', (name) => {
    const files = namesIn(`${dialectsFolder}/${name}`);
    expect(filesOfDialect.filter((file) => !files.includes(file))).toEqual([]);
  });

  it('are all in the registry', () => {
    expect(dialects.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it('are all held to the one suite, each in a file of its own that a worker can take', () => {
    expect(namesIn('packages/conformance/test/dialects').sort()).toEqual(names.map((name) => `${name}.test.ts`).sort());
  });
});

function namesIn(folder: string): string[] {
  return readdirSync(join(root, folder));
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist'].includes(name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, target]) => target as string);
}

function relativeTo(path: string, target: string): string {
  if (!target.startsWith('.')) return target;
  return relative(root, resolve(root, dirname(path), target))
    .split(sep)
    .join('/');
}

function packageOf(path: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(path)?.[1];
}

function packageOfImport(path: string, target: string): string | undefined {
  return /^@polywire\/([^/]+)/.exec(target)?.[1] ?? packageOf(relativeTo(path, target));
}

function mentions(path: string, pattern: RegExp): string[] {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  return lines.flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : []));
}
