import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Beside the modules, so that native ones are found from there. */
const folder = fileURLToPath(new URL('../../../../node_modules/.cache/polywire-programs/', import.meta.url));
const bundles = new Map<string, Promise<string>>();

/**
 * A program of this repository as one file of JavaScript, made once a process: it starts in a fifth of the time, which
 * is what counts where a server is started a thousand times.
 */
export function bundled(program: URL): Promise<string> {
  const known = bundles.get(program.href) ?? make(program);
  bundles.set(program.href, known);
  return known;
}

async function make(program: URL): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${randomUUID()}.mjs`);
  process.once('exit', () => rmSync(outfile, { force: true }));
  await build({
    entryPoints: [fileURLToPath(program)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['better-sqlite3', '@node-rs/*', '*.node'],
    alias: { '@node-rs/jieba/dict': '@node-rs/jieba/dict.js' },
    plugins: [keepsItsPlace],
    banner: { js: COMMONJS },
    logLevel: 'error',
  });
  return outfile;
}

/** Files that stand beside a module are looked for where the module was. */
const keepsItsPlace: Plugin = {
  name: 'keeps its place',
  setup({ onLoad }) {
    onLoad({ filter: /\/(packages|trials)\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)) };
    });
  },
};

/** What modules of the older kind expect to be there. */
const COMMONJS = `
import { createRequire as $createRequire } from 'node:module';
import { fileURLToPath as $fileURLToPath } from 'node:url';
const require = $createRequire(import.meta.url);
const __filename = $fileURLToPath(import.meta.url);
const __dirname = $fileURLToPath(new URL('.', import.meta.url));
`;
