import { expect, it } from 'vitest';
import { withMarksShown } from './shown-marks.ts';

it('shows marks that make one name look like another, and leaves writing alone', () => {
  expect(withMarksShown('report\u202Efdp.exe')).toBe('report\\u202efdp.exe');
  expect(withMarksShown('a\u200Bb\uFEFF\u2066c\u2069')).toBe('a\\u200bb\\ufeff\\u2066c\\u2069');
  const plain = 'مرحبا 你好 👩\u200D💻 می\u200Cخواهم';
  expect(withMarksShown(plain)).toBe(plain);
});
