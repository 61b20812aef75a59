import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const SECRET = 'known-to-the-operator-alone';
const INLINE = 'window.ready = true';

/** A folder of a front end with all that must not be served in it, and links that lead out of it. */
export async function uiFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'polywire-ui-'));
  const outside = join(folder, 'outside');
  const ui = join(folder, 'ui');
  await mkdir(outside);
  await writeFile(join(outside, 'secret.txt'), SECRET);
  await mkdir(join(ui, 'sub'), { recursive: true });
  await mkdir(join(ui, '.git'));
  await Promise.all([
    writeFile(join(ui, 'index.html'), `<script>${INLINE}</script><script src="/a.js"></script>`),
    writeFile(join(ui, 'a.js'), 'let a'),
    writeFile(join(ui, 'sub', 'index.html'), '<p>sub'),
    writeFile(join(ui, '.env'), SECRET),
    writeFile(join(ui, '.git', 'config'), SECRET),
    symlink(outside, join(ui, 'link')),
    symlink(join(outside, 'secret.txt'), join(ui, 'link.txt')),
    symlink('../outside/secret.txt', join(ui, 'near.txt')),
    symlink(join(ui, '.env'), join(ui, 'env.txt')),
    symlink(join(ui, 'loop'), join(ui, 'loop')),
    symlink(join(ui, 'a.js'), join(ui, 'b.js')),
  ]);
  return { ui, outside, remove: () => rm(folder, { recursive: true, force: true }) };
}
