import { expect, it } from 'vitest';
import { table } from './table.ts';

it('lines up words, numbers and Chinese', () => {
  expect(
    table(
      ['方言', 'ns'],
      [
        ['a', 1234],
        ['bcdef', 0.5],
        ['c', undefined],
      ],
    ),
  ).toBe(
    ['| 方言  |    ns |', '| ----- | ----: |', '| a     | 1,234 |', '| bcdef |  0.50 |', '| c     |     – |'].join(
      '\n',
    ),
  );
});
