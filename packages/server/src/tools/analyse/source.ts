import type { Store } from '../../store/contract.ts';
import type { ToolUse } from '../contract.ts';
import { decodeText } from '../text/decode-text.ts';
import { Workspace } from '../workspace.ts';

export interface Source {
  readonly name: string;
  readonly csv: string;
}

/** The table that is meant: text that was pasted, a file of the session, or its newest table where nothing is said. */
export async function sourceOf(
  store: Store,
  use: ToolUse,
  { source = '', data }: { source?: string | undefined; data?: string | undefined },
): Promise<Source> {
  if (data !== undefined && data.trim() !== '') {
    return { name: source === '' ? PASTED : source, csv: fromMarkdown(data) };
  }
  const workspace = new Workspace(store, use);
  const name = source === '' || source === PASTED ? await newestTable(workspace) : source;
  const { bytes } = await workspace.read(name);
  return { name, csv: fromMarkdown(decodeText(bytes)) };
}

const PASTED = 'pasted';
const TABLES: ReadonlySet<string> = new Set(['text/csv', 'text/plain', 'text/markdown', 'text/tab-separated-values']);

async function newestTable(workspace: Workspace): Promise<string> {
  const files = [...(await workspace.list())].reverse();
  const table =
    files.find(({ mediaType }) => mediaType === 'text/csv') ??
    files.find(({ mediaType = '' }) => TABLES.has(mediaType));
  if (!table)
    throw new Error('There is no table: upload a CSV file, or paste it. / 没有表格：请上传 CSV 文件或粘贴内容。');
  return table.name;
}

/** A table as Markdown writes it, as CSV; anything else as it is. */
function fromMarkdown(text: string): string {
  const lines = text.trim().split(/\r?\n/);
  if (lines.length < 2 || !lines.every((line) => /^\s*\|.*\|\s*$/.test(line))) return text;
  return lines
    .filter((line) => !/^[\s|:-]+$/.test(line))
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => quoted(cell.trim()))
        .join(','),
    )
    .join('\n');
}

function quoted(cell: string): string {
  return /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
