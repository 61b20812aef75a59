import { build } from './lib/build.mjs';
import { report } from './lib/failure.mjs';
import { install } from './lib/install.mjs';
import { program } from './lib/program.mjs';

try {
  await install();
  await build();
  process.exitCode = await program('packages/server/src/main.ts', process.argv.slice(2));
} catch (error) {
  report(error);
  process.exitCode = 1;
}
