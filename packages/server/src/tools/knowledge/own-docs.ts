import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject } from '@polywire/protocol';
import type { Store } from '../../store/contract.ts';
import { titleIn } from '../text/title-in.ts';

/** Who the product's documents belong to: no token can have this name by accident. */
export const OWN_DOCS = '(polywire docs)';

/** Polywire's own documents in the knowledge base. They are taken in again only where their text has changed. */
export class OwnDocs {
  readonly #store: Store;
  readonly #report: (error: unknown) => void;
  #loading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(store: Store, report: (error: unknown) => void) {
    this.#store = store;
    this.#report = report;
  }

  /** After the start, when the first clients have what they need. */
  loadLater(): void {
    this.#timer = setTimeout(() => void this.load(), LATER_MS).unref();
  }

  /** A search without them is better than none: what goes wrong is only reported. */
  load(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      if (!this.#isStopped) this.#report(error);
    });
    return this.#loading;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#loading;
  }

  async #load(): Promise<void> {
    const { documents, settings } = this.#store;
    const known = (await settings.get(OWN_DOCS)).hashes;
    const before = isJsonObject(known) ? known : {};
    const kept = await documents.list(OWN_DOCS);
    const files = await markdownIn(DOCS);
    for (const { source, text } of files) {
      if (this.#isStopped) return;
      const hash = createHash('sha256').update(text).digest('hex');
      const stored = kept.filter((document) => document.source === source);
      if (before[source] === hash && stored.length === 1) continue;
      for (const { id } of stored) await documents.remove(OWN_DOCS, id);
      const title = titleIn(text, 'text/markdown') ?? source;
      await documents.add(OWN_DOCS, { title, source, sourceType: 'docs', text });
      await settings.merge(OWN_DOCS, { hashes: { [source]: hash } });
    }
    const present = new Set(files.map(({ source }) => source));
    for (const { id, source } of kept) if (!present.has(source)) await documents.remove(OWN_DOCS, id);
  }
}

const LATER_MS = 3_000;
const DOCS = fileURLToPath(new URL('../../../../../docs', import.meta.url));

/** Generated tables and schemas would drown what people wrote. */
const NOT_FOR_READING = /^(fidelity|endpoints)\.md$/;

async function markdownIn(folder: string): Promise<{ source: string; text: string }[]> {
  const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const wanted = names.filter((name) => name.endsWith('.md') && !NOT_FOR_READING.test(name)).sort();
  const texts = await Promise.all(wanted.map((name) => readFile(join(folder, name), 'utf8')));
  return wanted
    .map((name, i) => ({ source: `docs/${name.replaceAll('\\', '/')}`, text: texts[i] ?? '' }))
    .filter(({ text }) => text.trim() !== '');
}
