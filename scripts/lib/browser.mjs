import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure } from './failure.mjs';
import { say } from './messages.mjs';
import { withProgress } from './progress.mjs';
import { capture } from './run.mjs';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const PACKAGES = ['chromium', 'fonts-wqy-microhei'];

/**
 * The path of a Chromium for the browser tests; installs one where that needs no questions.
 *
 * @returns {Promise<string>}
 */
export async function browser() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (existsSync(named)) return named;
    throw new Failure(say.browserNotThere(named));
  }
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() !== 0 || !onPath('apt-get')) throw new Failure(say.browserMissing);
  await installChromium();
  const installed = findChromium();
  if (installed) return installed;
  throw new Failure(say.browserMissing);
}

function findChromium() {
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  for (const name of NAMES) {
    const path = onPath(name);
    if (path) return path;
  }
  return undefined;
}

/** @param {string} name */
function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

async function installChromium() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { result, seconds } = await withProgress(say.browserInstalling, async () => {
    const update = await capture('apt-get', ['update'], { env });
    if (update.code !== 0) return update;
    return capture('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES], { env });
  });
  if (result.code !== 0) {
    throw new Failure(say.browserInstallFailed, { output: result.output, hint: say.browserMissing });
  }
  console.log(say.browserInstalled(seconds));
}
