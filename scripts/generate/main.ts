import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../lib/paths.mjs';
import { generatedFiles, isStale, superfluousFiles } from './files.ts';

const files = generatedFiles(root);
for (const path of superfluousFiles(root, files)) {
  rmSync(join(root, path));
  console.log(`- ${path}`);
}
for (const [path, text] of files) {
  if (!isStale(root, path, text)) continue;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(`+ ${path}`);
}
