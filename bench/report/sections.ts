/** Replaces what stands between `<!-- bench:NAME -->` and `<!-- /bench:NAME -->`; a section that has no place is an error. */
export function replaceSection(document: string, name: string, content: string): string {
  const [open, close] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const from = document.indexOf(open);
  const to = document.indexOf(close);
  if (from < 0 || to < from) throw new Error(`There is no place for ${name}: ${open} … ${close}`);
  return `${document.slice(0, from + open.length)}\n\n${content.trim()}\n\n${document.slice(to)}`;
}
