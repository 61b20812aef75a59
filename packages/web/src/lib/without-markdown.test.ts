import { expect, it } from 'vitest';
import { withoutMarkdown } from './without-markdown.ts';

it.each([
  ['37*91 = **3367**', '37*91 = 3367'],
  ['Use `npm start`, _then_ *wait* and ~~stop~~ __go on__', 'Use npm start, then wait and stop go on'],
  ['**选择火车**：考察`成本`', '选择火车：考察成本'],
  ['## Result\n\n- [ ] one\n- two\n1. three', 'Result one two three'],
  ['> said [the docs](https://example.org/a_b) and ![a chart](/c.png)', 'said the docs and a chart'],
  ['```js\nconst a = b ** c;\n```', 'const a = b ** c;'],
  ['| way | score |\n| --- | --: |\n| train | 0.63 |', 'way · score train · 0.63'],
])('shows %j as it would be read', (text, plain) => {
  expect(withoutMarkdown(text)).toBe(plain);
});

it.each(['2 * 3 * 4 = 24', 'snake_case_name', 'a < b && c > d', '5% - 3%', '#1 of C#', 'a || b'])(
  'leaves %j alone',
  (text) => {
    expect(withoutMarkdown(text)).toBe(text);
  },
);

it('takes no longer than a glance for a long run of marks', () => {
  for (const unit of ['**a', '`', '[', '_a ', '|', '![a](', '~~a']) {
    expect(withoutMarkdown(unit.repeat(5_000))).toBeTypeOf('string');
  }
});
