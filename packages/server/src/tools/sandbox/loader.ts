import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const resolve = (name: string) => pathToFileURL(createRequire(import.meta.url).resolve(name)).href;

/** What lets another process read TypeScript, wherever this one was started. */
export const LOADER = resolve('tsx');

/** The first lines of a thread whose work is in a TypeScript file: threads do not read the options of processes. */
export function threadOf(file: URL): string {
  // Its CommonJS form does not find its own files from a thread.
  const [api, work] = [resolve('tsx/esm/api').replace(/\.cjs$/, '.mjs'), file.href].map((each) => JSON.stringify(each));
  return `import(${api}).then(({ register }) => { register(); return import(${work}); });`;
}
