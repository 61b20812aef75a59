import { expect, test } from 'vitest';
import { root } from '../lib/paths.mjs';
import { COMMAND, generatedFiles, isStale, superfluousFiles } from './files.ts';

const files = generatedFiles(root);

test('generated files are as they would be written now', () => {
  const stale = [...files].filter(([path, text]) => isStale(root, path, text)).map(([path]) => path);
  expect(stale, `run \`${COMMAND}\` and commit what it wrote`).toEqual([]);
});

test('no file is left over from something that is gone', () => {
  expect(superfluousFiles(root, files), `run \`${COMMAND}\` and commit what it removed`).toEqual([]);
});
