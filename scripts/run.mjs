// What `npm run` starts besides: node scripts/run.mjs PROGRAM [argument…]
import { report } from './lib/failure.mjs';
import { install } from './lib/install.mjs';
import { program } from './lib/program.mjs';

const [path = '', ...args] = process.argv.slice(2);
try {
  await install();
  process.exitCode = await program(path, args);
} catch (error) {
  report(error);
  process.exitCode = 1;
}
