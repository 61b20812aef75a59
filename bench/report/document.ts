import { readFile, writeFile } from 'node:fs/promises';
import { replaceSection } from './sections.ts';

const DOCUMENT = new URL('../../docs/benchmarks.md', import.meta.url);

/** Writes sections of the document by their names; all else stays as somebody wrote it. */
export async function writeSections(sections: Readonly<Record<string, string>>): Promise<void> {
  let document = await readFile(DOCUMENT, 'utf8');
  for (const [name, content] of Object.entries(sections)) document = replaceSection(document, name, content);
  await writeFile(DOCUMENT, document);
}
