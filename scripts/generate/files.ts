import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialects } from '@polywire/protocol';
import { openApi } from '../../packages/server/src/openapi.ts';
import { asyncApiFiles } from './asyncapi.ts';
import { endpointsPage } from './endpoints.ts';
import { fidelityPage } from './fidelity.ts';
import { jsonText } from './json-text.ts';
import { dialectTable, fill } from './readme.ts';
import { schemaFiles } from './schemas.ts';

export const COMMAND = 'npm run generate';
const SCHEMAS = 'docs/schemas';
const ASYNC_API = 'docs/asyncapi';
/** Folders that hold generated files alone. */
const folders = [SCHEMAS, ASYNC_API];
/** Where a server listens that was told nothing else. */
const URL = 'http://127.0.0.1:10338';
const READMES = { 'README.md': 'en', 'README.zh-CN.md': 'zh' } as const;

/** Every generated file of the repository by its path, as it ought to be. */
export function generatedFiles(root: string): Map<string, string> {
  const files = new Map([
    ['docs/fidelity.md', fidelityPage(dialects)],
    ['docs/endpoints.md', endpointsPage(dialects)],
    ['docs/openapi.json', jsonText(openApi(dialects, URL))],
  ]);
  for (const [name, text] of schemaFiles(dialects)) files.set(`${SCHEMAS}/${name}`, text);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  for (const [name, text] of asyncApiFiles(dialects, version)) files.set(`${ASYNC_API}/${name}`, text);
  const hasPage = (name: string) => existsSync(join(root, 'docs', 'dialects', `${name}.md`));
  for (const [path, language] of Object.entries(READMES)) {
    files.set(path, fill(readFileSync(join(root, path), 'utf8'), dialectTable(dialects, language, hasPage)));
  }
  return files;
}

/** Files that stand where only generated ones may, and that nothing generates any more. */
export function superfluousFiles(root: string, files: ReadonlyMap<string, string>): string[] {
  return folders.flatMap(filesIn).filter((path) => !files.has(path));

  function filesIn(name: string): string[] {
    const folder = join(root, name);
    return existsSync(folder) ? readdirSync(folder).map((file) => `${name}/${file}`) : [];
  }
}

export function isStale(root: string, path: string, text: string): boolean {
  const file = join(root, path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
}
