import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialects } from '@polywire/protocol';
import { endpointsPage } from './endpoints.ts';
import { fidelityPage } from './fidelity.ts';
import { dialectTable, fill } from './readme.ts';
import { schemaFiles } from './schemas.ts';

export const COMMAND = 'npm run generate';
const SCHEMAS = 'docs/schemas';
const READMES = { 'README.md': 'en', 'README.zh-CN.md': 'zh' } as const;

/** Every generated file of the repository by its path, as it ought to be. */
export function generatedFiles(root: string): Map<string, string> {
  const files = new Map([
    ['docs/fidelity.md', fidelityPage(dialects)],
    ['docs/endpoints.md', endpointsPage(dialects)],
  ]);
  for (const [name, text] of schemaFiles(dialects)) files.set(`${SCHEMAS}/${name}`, text);
  const hasPage = (name: string) => existsSync(join(root, 'docs', 'dialects', `${name}.md`));
  for (const [path, language] of Object.entries(READMES)) {
    files.set(path, fill(readFileSync(join(root, path), 'utf8'), dialectTable(dialects, language, hasPage)));
  }
  return files;
}

/** Files that stand where only generated ones may, and that nothing generates any more. */
export function superfluousFiles(root: string, files: ReadonlyMap<string, string>): string[] {
  const folder = join(root, SCHEMAS);
  const present = existsSync(folder) ? readdirSync(folder).map((name) => `${SCHEMAS}/${name}`) : [];
  return present.filter((path) => !files.has(path));
}

export function isStale(root: string, path: string, text: string): boolean {
  const file = join(root, path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
}
