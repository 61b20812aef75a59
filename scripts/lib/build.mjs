import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { say } from './messages.mjs';
import { root } from './paths.mjs';
import { withProgress } from './progress.mjs';
import { capture } from './run.mjs';
import { hashOf, isStamped, writeStamp } from './stamp.mjs';

const web = join(root, 'packages', 'web');
const stampFile = join(web, 'dist', '.polywire-build');

/** What ends up in the page: its own sources, those of the packages it imports, and the versions of the rest. */
const inputs = ['packages/protocol', 'packages/client', 'packages/web', 'package-lock.json'];

/** Builds the web page when its sources changed. */
export async function build() {
  const hash = hashOf({ paths: inputs.map((path) => join(root, path)) });
  if (isStamped(stampFile, hash)) return;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { result, seconds } = await withProgress(say.building, () =>
    capture(process.execPath, [vite, 'build'], { cwd: web }),
  );
  if (result.code !== 0) {
    throw new Failure(say.buildFailed(result.code), { output: result.output, hint: say.buildHint });
  }
  writeStamp(stampFile, hash);
  console.log(say.built(seconds));
}
