/** A Markdown table; cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Words of a source file as a table cell: what Markdown would read as its own signs is shown as it is. */
export function cell(text: string | undefined): string {
  return (text ?? '').replace(/[|<*[\]\\]/g, (sign) => signs[sign] ?? `\\${sign}`).replaceAll('\n', ' ');
}
const signs: Record<string, string> = { '<': '&lt;' };

export function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

export function codes(texts: readonly string[] = []): string {
  return texts.map(code).join(', ');
}

/** Stands at the top of every page that is written by `npm run generate`. */
export const banner = '<!-- Written by `npm run generate`. Changes made here are lost. -->';
