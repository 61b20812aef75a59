import { expect, test } from 'vitest';
import { withDollars } from './with-dollars.ts';

test.each([
  ['so \\(a^2 + b^2\\) it is', 'so $$$ a^2 + b^2 $$$ it is'],
  ['a \\( x \\) b', 'a $$$ x $$$ b'],
  ['\\[\n\\frac12\n\\]', '$$\n\\frac12\n$$'],
  ['thus \\[ x = 1 \\] holds', 'thus $$ x = 1 $$ holds'],
  [
    'in code `\\(a\\)` and\n\n```tex\n\\[a\\]\n```\n\\(b\\)',
    'in code `\\(a\\)` and\n\n```tex\n\\[a\\]\n```\n$$$ b $$$',
  ],
  ['```\nstill open \\(a\\)', '```\nstill open \\(a\\)'],
  ['a tick ` alone\n\n\\(a\\) and `more', 'a tick ` alone\n\n$$$ a $$$ and `more'],
  ['begun \\[ and not\n\nended \\]', 'begun \\[ and not\n\nended \\]'],
  ['a path C:\\\\(x86\\\\)', 'a path C:\\\\(x86\\\\)'],
  ['$$\\begin{matrix} a \\\\[2pt] b \\end{matrix}$$', '$$\\begin{matrix} a \\\\[2pt] b \\end{matrix}$$'],
  ['costs $5', 'costs $5'],
  ['over \\(a\ntwo\\) lines', 'over \\(a\ntwo\\) lines'],
  ['~~~\n```\n\\(a\\)\n~~~\n\\(b\\)', '~~~\n```\n\\(a\\)\n~~~\n$$$ b $$$'],
  ['``a ` \\(b\\)`` \\(c\\)', '``a ` \\(b\\)`` $$$ c $$$'],
  ['costs $5, \\(n\\), $6', 'costs \\$5, $$$ n $$$, $6'],
  ['- \\[ \\] to do', '- \\[ \\] to do'],
])('%j', (text, shown) => {
  expect(withDollars(text)).toBe(shown);
});

test.each(['\\[', '\\(', '`', '\n```\n~~~\n\\(', '\\[\n ', '- > ', '\n    \n', '$', '$ \\('])(
  'goes once through very much of %j',
  (mark) => {
    const text = `${mark.repeat(100_000)}\\(`;
    expect(withDollars(text)).toBe(text);
  },
);
