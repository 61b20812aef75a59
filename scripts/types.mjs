// One compiler run per environment: what is global in Node must not leak into the browser's code, nor the reverse.
import { root } from './lib/paths.mjs';
import { capture } from './lib/run.mjs';

const projects = ['tsconfig.json', 'tsconfig.browser-tests.json', 'packages/protocol', 'packages/web'];

const results = await Promise.all(
  projects.map((project) =>
    capture(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', project], { cwd: root }),
  ),
);
// A file seen by two projects would report the same mistake twice.
const lines = new Set(results.flatMap((result) => result.output.split('\n')).filter((line) => line.trim() !== ''));
for (const line of lines) console.log(line);
process.exitCode = results.some((result) => result.code !== 0) ? 1 : 0;
