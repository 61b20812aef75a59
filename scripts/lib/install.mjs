import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { say } from './messages.mjs';
import { checkNode } from './node-version.mjs';
import { root } from './paths.mjs';
import { withProgress } from './progress.mjs';
import { capture } from './run.mjs';
import { hashOf, isStamped, writeStamp } from './stamp.mjs';

const stampFile = join(root, 'node_modules', '.polywire-install');

/** Brings node_modules in line with the lockfile; costs milliseconds when it already is. */
export async function install() {
  checkNode();
  if (isStamped(stampFile, installHash())) return;
  const { result, seconds } = await withProgress(say.installing, npmCi);
  if (result.code !== 0) {
    throw new Failure(say.installFailed(result.code), { output: result.output, hint: say.installHint });
  }
  stampInstall();
  console.log(say.installed(seconds));
}

export function stampInstall() {
  if (existsSync(join(root, 'node_modules'))) writeStamp(stampFile, installHash());
}

/** Native modules are built for one Node major on one platform. */
function installHash() {
  const major = process.versions.node.split('.')[0] ?? '';
  return hashOf({ texts: [major, process.platform, process.arch], paths: [join(root, 'package-lock.json')] });
}

function npmCi() {
  const args = ['ci', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) return capture(process.execPath, [npm, ...args], { cwd: root });
  return capture('npm', args, { cwd: root, shell: process.platform === 'win32' });
}
