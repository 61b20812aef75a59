import { join } from 'node:path';
import { root } from './paths.mjs';
import { handOver } from './run.mjs';

/**
 * Runs one of our TypeScript programs as the last thing this process does. The caller's folder stays the program's: paths
 * on its command line mean what they say.
 *
 * @param {string} path
 * @param {string[]} args
 */
export function program(path, args) {
  return handOver(process.execPath, ['--import', import.meta.resolve('tsx'), join(root, path), ...args]);
}
