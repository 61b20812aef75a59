import { expect, it } from 'vitest';
import { pastedFiles } from './pasted-files.ts';

const picture = new File(['x'], 'image.png', { type: 'image/png' });

it.each([
  ['a screenshot', ['Files'], 1],
  ['a picture of a page', ['text/html', 'Files'], 1],
  ['a file of a file manager that tells its name', ['text/plain', 'Files'], 1],
  ['cells of a spreadsheet, with a picture of them', ['text/plain', 'text/html', 'text/rtf', 'Files'], 0],
] as const)('%s', (_, types, count) => {
  expect(pastedFiles({ files: [picture], types })).toHaveLength(count);
});
