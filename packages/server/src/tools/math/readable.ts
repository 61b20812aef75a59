/** How people write what a computer reads: full-width signs, ×, ÷, √, thousands with commas, an equals sign at the end. */
export function readable(written: string): string {
  let text = written.normalize('NFKC');
  for (const [sign, meant] of signs) text = text.replaceAll(sign, meant);
  text = text.replace(/[=＝?？。\s]+$/u, '').trim();
  // In a list of arguments a comma is a comma.
  return /[a-z]\s*\(/iu.test(text) ? text : text.replace(/(?<=\d),(?=\d{3}(?!\d))/gu, '');
}

const signs: readonly (readonly [RegExp | string, string])[] = [
  [/[×✕✖·]/gu, '*'],
  ['÷', '/'],
  [/[−–—]/gu, '-'],
  ['**', '^'],
  [/√\s*(\d+(?:\.\d+)?)/gu, 'sqrt($1)'],
  [/√\s*\(/gu, 'sqrt('],
  ['π', 'pi'],
  [/\bln\b/gu, 'log'],
];
