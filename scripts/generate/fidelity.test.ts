import { type Dialect, dialects, eventTypes } from '@polywire/protocol';
import { expect, test } from 'vitest';
import { fidelityPage } from './fidelity.ts';

const [first] = dialects as [Dialect];
const made: Dialect = {
  ...first,
  title: 'Made up',
  traits: {
    ...first.traits,
    loses: ['agent'],
    carries: {
      ...first.traits.carries,
      image: {
        how: 'degraded',
        as: { en: 'a <link> | text', zh: '<链接> | 文本' },
        loses: ['alt'],
        note: { en: 'because', zh: '原因' },
      },
      error: { how: 'native', as: 'error', degrades: [{ fatal: false }], reordered: true },
      usage: { how: 'dropped' },
      checkpoint: { how: 'dropped' },
    },
  },
};
const page = fidelityPage([first, made]);

test('the matrix has a row for every event and a mark for every dialect', () => {
  for (const type of eventTypes) expect(page).toMatch(new RegExp(`^\\| \`${type}\` \\| ● \\| [●◐–]′? \\|$`, 'm'));
  expect(page).toContain('| `image` | ● | ◐′ |');
  expect(page).toContain('| `usage` | ● | – |');
});

test('a dialect’s table says what becomes of an event, and groups what fares alike', () => {
  expect(page).toContain(
    '| `image` | ◐ degraded | a &lt;link> \\| text / &lt;链接> \\| 文本 | `alt` |  |  | because / 原因 |',
  );
  expect(page).toContain('| `usage`, `checkpoint` | – dropped |');
  expect(page).toContain('`agent`');
  expect(page).toContain('| ◐ `fatal: false`; another order / 顺序可能不同 |');
});
