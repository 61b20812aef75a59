import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capture } from '../../scripts/lib/run.mjs';
import { hashOf, isStamped, writeStamp } from '../../scripts/lib/stamp.mjs';
import { said } from '../lib/text.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const stampFile = join(folder, 'node_modules', '.polywire-install');

/** Puts the programs to compare with into `bench/peers/node_modules`, and nowhere else. False when that cannot be done. */
export async function installPeers(say: (text: string) => void): Promise<boolean> {
  const hash = hashOf({ texts: [process.versions.node], paths: [join(folder, 'package-lock.json')] });
  if (existsSync(stampFile) && isStamped(stampFile, hash)) return true;
  say(said(INSTALLING));
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { code, output } = npm?.endsWith('.js')
    ? await capture(process.execPath, [npm, ...args], { cwd: folder })
    : await capture('npm', args, { cwd: folder, shell: process.platform === 'win32' });
  if (code !== 0) {
    say(`${output.trim()}\n${said(FAILED)}`);
    return false;
  }
  writeStamp(stampFile, hash);
  return true;
}

const INSTALLING = {
  en: 'Installing the programs to compare with (only in bench/peers)…',
  zh: '正在安装用于对比的程序（仅在 bench/peers 中）…',
};
const FAILED = {
  en: 'The programs to compare with could not be installed; npm says why above. `npm run bench -- --no-peers` measures without them.',
  zh: '无法安装用于对比的程序，原因见上方 npm 的输出。`npm run bench -- --no-peers` 可在没有它们的情况下测量。',
};
