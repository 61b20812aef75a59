// One compiler run per environment: what is global in Node must not leak into the browser's code, nor the reverse.
import { join } from 'node:path';
import { report } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { capture } from './lib/run.mjs';

const projects = ['tsconfig.json', 'tsconfig.browser-tests.json', 'packages/web'];

try {
  const results = await Promise.all(projects.map(check));
  // A file seen by two projects would report the same mistake twice.
  const lines = new Set(results.flatMap((result) => result.output.split('\n')).filter((line) => line.trim() !== ''));
  for (const line of lines) console.log(line);
  process.exitCode = results.some((result) => result.code !== 0) ? 1 : 0;
} catch (error) {
  report(error);
  process.exitCode = 1;
}

/** @param {string} project */
function check(project) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  return capture(process.execPath, [tsc, '--noEmit', '--pretty', 'false', '-p', project], { cwd: root });
}
