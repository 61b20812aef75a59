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
  const { compiled } = await unpack();
  await compiled();
}

/**
 * The same in two parts, because the longer one keeps a single core busy: after this, what is only read can be used, and
 * after `compiled` the rest.
 *
 * @returns {Promise<{ compiled: () => Promise<void> }>}
 */
export async function unpack() {
  checkNode();
  if (isStamped(stampFile, installHash())) return { compiled: async () => undefined };
  const ci = ['ci', '--no-audit', '--no-fund', '--ignore-scripts'];
  console.log(say.installed((await withProgress(say.installing, () => npm(ci))).seconds));
  const compiling = npm(['rebuild']).then(stampInstall);
  // Who waits for it hears why it failed, which may be later than it fails.
  compiling.catch(() => undefined);
  let isDone = false;
  return {
    async compiled() {
      if (isDone) return;
      await withProgress(say.compiling, () => compiling);
      console.log(say.compiled);
      isDone = true;
    },
  };
}

export function stampInstall() {
  if (existsSync(join(root, 'node_modules'))) writeStamp(stampFile, installHash());
}

/** Native modules are built for one Node major on one platform. */
function installHash() {
  const major = process.versions.node.split('.')[0] ?? '';
  return hashOf({ texts: [major, process.platform, process.arch], paths: [join(root, 'package-lock.json')] });
}

/** @param {string[]} args */
async function npm(args) {
  const path = process.env.npm_execpath;
  const { code, output } = path?.endsWith('.js')
    ? await capture(process.execPath, [path, ...args], { cwd: root })
    : await capture('npm', args, { cwd: root, shell: process.platform === 'win32' });
  if (code !== 0) throw new Failure(say.installFailed(code), { output, hint: say.installHint });
}
