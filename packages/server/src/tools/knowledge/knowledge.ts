import { randomUUID } from 'node:crypto';
import type { DocumentHit, DocumentRecord, NewDocument, Store } from '../../store/contract.ts';
import { textOf } from '../text/text-of.ts';
import { Entries, type Entry } from './entries.ts';
import { OWN_DOCS, OwnDocs } from './own-docs.ts';
import { type Claim, Room } from './room.ts';

export interface KnowledgeOptions {
  readonly store: Store;
  /** Whether Polywire's own documents are found by everybody. */
  readonly ownDocs: boolean;
  /** Bytes of one owner's files that may wait to be read; no bound where nothing is given. */
  readonly waitingBytes?: number;
  report(error: unknown): void;
}

export interface NewFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** The room that it takes until it is read. */
  readonly claim?: Claim;
}

/** Documents that can be searched: each owner's own, and those about this product. */
export class Knowledge {
  readonly #store: Store;
  readonly #own: OwnDocs | undefined;
  readonly #entries = new Entries();
  readonly #room: Room;

  constructor({ store, ownDocs, waitingBytes = Number.POSITIVE_INFINITY, report }: KnowledgeOptions) {
    this.#room = new Room(waitingBytes);
    this.#store = store;
    this.#own = ownDocs ? new OwnDocs(store, report) : undefined;
  }

  /** Takes in the product's documents where they have changed, when there is time; a search does not wait for that long. */
  preload(): void {
    this.#own?.loadLater();
  }

  async search(
    owner: string,
    query: string,
    options: { sourceType?: string; limit?: number } = {},
  ): Promise<readonly DocumentHit[]> {
    await this.#own?.load();
    const { documents } = this.#store;
    const [theirs, ours] = await Promise.all([
      documents.search(owner, query, options),
      documents.search(OWN_DOCS, query, options),
    ]);
    const behind = ours.map((hit) => ({ ...hit, score: hit.score * OWN_DOCS_WEIGHT }));
    const best = [...theirs, ...behind].sort((a, b) => b.score - a.score);
    return best.slice(0, options.limit ?? DEFAULT_HITS);
  }

  /** What is there, and what is being read or could not be. */
  async list(owner: string): Promise<readonly Entry[]> {
    const kept = await this.#store.documents.list(owner);
    return [...kept.map(ready), ...this.#entries.list(owner)];
  }

  async get(owner: string, id: string): Promise<Entry | undefined> {
    return (await this.list(owner)).find((entry) => entry.id === id);
  }

  async add(owner: string, document: NewDocument): Promise<Entry> {
    return ready(await this.#store.documents.add(owner, document));
  }

  /** Room for a file that is coming in: it is in memory until it is read. */
  claim(owner: string): Claim {
    return this.#room.claim(owner);
  }

  /** Begins to read files; how far that is can be told from the list. */
  addFiles(owner: string, files: readonly NewFile[]): readonly Entry[] {
    return files.map((file) => {
      const id = `doc_${randomUUID().replaceAll('-', '')}`;
      const abort = this.#entries.begin(owner, { id, title: file.name, source: file.name, size: file.bytes.length });
      void this.#read(owner, id, file, abort.signal);
      return this.#entries.get(owner, id) as Entry;
    });
  }

  /** Of those that are being read as well: they are not read on. */
  async remove(owner: string, id: string): Promise<boolean> {
    const wasReading = this.#entries.remove(owner, id);
    return (await this.#store.documents.remove(owner, id)) || wasReading;
  }

  async close(): Promise<void> {
    this.#entries.stopAll();
    await this.#own?.stop();
  }

  async #read(owner: string, id: string, file: NewFile, signal: AbortSignal): Promise<void> {
    const { name, mediaType, bytes, claim } = file;
    const onProgress = (done: number) => this.#entries.progress(owner, id, done * READING_SHARE);
    try {
      const { title, text } = await textOf(bytes, { name, mediaType, signal, onProgress });
      signal.throwIfAborted();
      onProgress(1);
      await this.#store.documents.add(owner, { id, title, source: name, sourceType: 'file', text });
      // Taken away while it was being indexed.
      if (signal.aborted) await this.#store.documents.remove(owner, id);
      this.#entries.remove(owner, id);
    } catch (error) {
      if (!signal.aborted) this.#entries.fail(owner, id, (error as Error).message);
    } finally {
      claim?.free();
    }
  }
}

const DEFAULT_HITS = 6;
/** Who has documents means those: ours come first only where they say much more. */
const OWN_DOCS_WEIGHT = 0.5;
/** The rest of the bar is for the index. */
const READING_SHARE = 0.8;

function ready(record: DocumentRecord): Entry {
  return { ...record, status: 'ready', progress: 1 };
}
