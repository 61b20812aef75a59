/** Texts that cost a careless renderer far more than their length. */
export const heavy: readonly { readonly what: string; readonly text: string }[] = [
  { what: 'emphasis that never closes', text: '*a **b _c '.repeat(5_000) },
  { what: 'brackets that never close', text: '['.repeat(20_000) },
  { what: 'links that never close', text: '[a](<'.repeat(10_000) },
  // As much of it as the page still reads as Markdown.
  { what: 'shorter links that never close', text: '[a](<'.repeat(6_400) },
  { what: 'shorter lists in lists', text: Array.from({ length: 170 }, (_, i) => `${' '.repeat(i * 2)}- x`).join('\n') },
  { what: 'fewer backticks of all lengths', text: Array.from({ length: 250 }, (_, i) => '`'.repeat(i + 1)).join('x') },
  { what: 'images in images', text: `${'!['.repeat(5_000)}x` },
  { what: 'quotes in quotes', text: `${'> '.repeat(200)}x` },
  { what: 'lists in lists', text: Array.from({ length: 400 }, (_, i) => `${' '.repeat(i * 2)}- x`).join('\n') },
  { what: 'backticks of all lengths', text: Array.from({ length: 800 }, (_, i) => '`'.repeat(i + 1)).join('x') },
  {
    what: 'a table of a thousand columns',
    text: `|${'a|'.repeat(1_000)}\n|${'-|'.repeat(1_000)}\n|${'b|'.repeat(1_000)}`,
  },
  { what: 'a word without end', text: 'x'.repeat(300_000) },
  { what: 'lines without end', text: 'line\n'.repeat(20_000) },
  { what: 'code without end', text: `\`\`\`js\n${'const a = /b/; // x\n'.repeat(5_000)}\`\`\`` },
  { what: 'markup without end', text: '<div><b onclick=x>'.repeat(10_000) },
  { what: 'entities without end', text: '&amp;&#x3c;'.repeat(20_000) },
  { what: 'a formula without end', text: `$${'{'.repeat(3_000)}x${'}'.repeat(3_000)}$` },
  { what: 'marks that turn the direction', text: '\u202E\u2067'.repeat(20_000) },
];
