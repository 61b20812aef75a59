import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** What lets another process or thread read TypeScript, wherever this one was started. */
export const LOADER = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
