import { renderToStaticMarkup } from 'react-dom/server';
import { Streamdown } from 'streamdown';
import { expect, test } from 'vitest';
import { cjk } from './cjk.ts';
import { math } from './math.ts';
import { withDollars } from './with-dollars.ts';

/** The words that are shown, with `⟦a formula in the line⟧` and `⟪one set apart⟫`. */
function shown(text: string): string {
  const html = renderToStaticMarkup(
    <Streamdown mode="streaming" parseIncompleteMarkdown plugins={{ cjk, math }}>
      {withDollars(text)}
    </Streamdown>,
  );
  return html
    .replaceAll(
      /<math([^>]*)>.*?<annotation[^>]*>(.*?)<\/annotation>.*?<\/math>/gs,
      (_, display: string, tex: string) => (display.includes('block') ? ` ⟪${tex.trim()}⟫ ` : `⟦${tex}⟧`),
    )
    .replaceAll(/<svg.*?<\/svg>/gs, '')
    .replaceAll(/<(?=\/?(?:p|li|ul|div)\b)/g, ' <')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test.each([
  ['on its own', '\\[\nx\n\\]\nafter', '⟪x⟫ after'],
  [
    'from its brackets on',
    '\\[\\begin{aligned}\na&=b\n\\end{aligned}\\]\n\nafter',
    '⟪\\begin{aligned} a&=b \\end{aligned}⟫ after',
  ],
  ['over lines', '\\[ x,\ny \\]\n\nafter', '⟪x, y⟫ after'],
  ['with what looks like a list', '\\[\na\n+ b\n- c\n\\]\nafter', '⟪a + b - c⟫ after'],
  ['between words', 'text: \\[\nx\n\\] and more', 'text: ⟪x⟫ and more'],
  ['before a stop', 'so\n\\[\nx\n\\].\n\nafter', 'so ⟪x⟫ . after'],
  ['in one line', 'so \\[ x \\] holds', 'so ⟪x⟫ holds'],
  ['in a list', '1. so \\[\n   x\n   \\] on\n2. after', 'so ⟪x⟫ on after'],
  ['in a list, its lines outside', '- \\[\nx\n\\]\n- after', '⟪x⟫ after'],
  ['far in', 'so\n     \\[\n     x\n     \\]\nafter', 'so ⟪x⟫ after'],
  ['in a quote', '> so \\[\n> a\n> + b\n> \\] on\n\nafter', 'so ⟪a + b⟫ on after'],
])('a formula is set apart %s, and nothing is lost', (_, text, words) => {
  expect(shown(text)).toBe(words);
});

test.each([
  ['costs $5, where \\(n\\) is much', 'costs $5, where ⟦n⟧ is much'],
  ['\\(\\$5 \\times 3\\) is much', '⟦\\$5 \\times 3⟧ is much'],
  ['costs $5, or \\(n\\) times $6', 'costs $5, or ⟦n⟧ times $6'],
  ['costs $5, or \\(\\$5 \\times 3\\)', 'costs $5, or ⟦\\$5 \\times 3⟧'],
  ['as $a$ and $b$ and \\(c\\) are', 'as ⟦a⟧ and ⟦b⟧ and ⟦c⟧ are'],
  ['\\(5\\$\\) is', '⟦5\\$⟧ is'],
  ['\\(a_1\\) is $b_2$ or $$c$$', '⟦a_1⟧ is ⟦b_2⟧ or ⟪c⟫'],
])('%j has its formulas in the line', (text, words) => {
  expect(shown(text)).toBe(words);
});

test.each([
  ['so:\n\n    \\(x\\)\n\n    \\[x\\]\n\nand \\(y\\)', 'so: \\(x\\) \\[x\\] and ⟦y⟧'],
  ['10. so\n\n    ```\n    \\(x\\)\n\n    \\(y\\)\n    ```\n\n    and \\(z\\)', 'so \\(x\\) \\(y\\) and ⟦z⟧'],
  ['- ```\n  \\(x\\)\n\n  \\(y\\)\n  ```\n- and \\(z\\)', '\\(x\\) \\(y\\) and ⟦z⟧'],
  ['- so\n\n    and \\(z\\)', 'so and ⟦z⟧'],
])('%j keeps its code', (text, words) => {
  expect(shown(text)).toBe(words);
});
