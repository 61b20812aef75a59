import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { CliError } from '../errors.ts';

/** What the knowledge base can read. */
const readable = new Set(['.md', '.markdown', '.txt', '.html', '.htm', '.pdf', '.csv', '.json']);

/** The files that are named, and those in the folders that are named which can be read. Hidden ones are left alone. */
export async function filesIn(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => filesAt(path)));
  return [...new Set(found.flat())];
}

async function filesAt(path: string): Promise<string[]> {
  if (!(await isFolder(path))) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && readable.has(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.slice(path.length).split(/[\\/]/).some(isHidden))
    .sort();
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (cause) {
    throw new CliError({ en: `${path} is not there.`, zh: `${path} 不存在。` }, undefined, { cause });
  }
}
