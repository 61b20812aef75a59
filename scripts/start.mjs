import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { report } from './lib/failure.mjs';
import { install } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { handOver } from './lib/run.mjs';

try {
  await install();
  await build();
  // The caller's folder stays the server's: paths on its command line mean what they say.
  const tsx = import.meta.resolve('tsx');
  const main = join(root, 'packages', 'server', 'src', 'main.ts');
  process.exitCode = await handOver(process.execPath, ['--import', tsx, main, ...process.argv.slice(2)]);
} catch (error) {
  report(error);
  process.exitCode = 1;
}
