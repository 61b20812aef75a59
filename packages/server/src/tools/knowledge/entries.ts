import type { DocumentRecord } from '../../store/contract.ts';

/** A document as people see it in the list. */
export interface Entry extends DocumentRecord {
  readonly status: 'reading' | 'ready' | 'failed';
  /** From 0 to 1. */
  readonly progress: number;
  /** Why it failed. */
  readonly error?: string;
}

interface Open {
  entry: Entry;
  readonly owner: string;
  readonly abort: AbortController;
}

/** Files that are being read, and those that could not be, until they are taken away. */
export class Entries {
  readonly #open = new Map<string, Open>();

  begin(owner: string, file: Pick<Entry, 'id' | 'title' | 'source' | 'size'>): AbortController {
    const abort = new AbortController();
    const entry: Entry = { ...file, sourceType: 'file', created: Date.now(), status: 'reading', progress: 0 };
    this.#open.set(file.id, { entry, owner, abort });
    this.#bound(owner);
    return abort;
  }

  list(owner: string): readonly Entry[] {
    return this.#of(owner).map(({ entry }) => entry);
  }

  get(owner: string, id: string): Entry | undefined {
    const open = this.#open.get(id);
    return open?.owner === owner ? open.entry : undefined;
  }

  progress(owner: string, id: string, progress: number): void {
    this.#change(owner, id, { progress });
  }

  fail(owner: string, id: string, error: string): void {
    this.#change(owner, id, { status: 'failed', error });
  }

  remove(owner: string, id: string): boolean {
    const open = this.#open.get(id);
    if (open?.owner !== owner) return false;
    open.abort.abort();
    return this.#open.delete(id);
  }

  stopAll(): void {
    for (const { abort } of this.#open.values()) abort.abort();
    this.#open.clear();
  }

  #change(owner: string, id: string, change: Partial<Entry>): void {
    const open = this.#open.get(id);
    if (open?.owner === owner) open.entry = { ...open.entry, ...change };
  }

  #of(owner: string): Open[] {
    return [...this.#open.values()].filter((open) => open.owner === owner);
  }

  /** The oldest failures go first; nobody looks at a hundred of them. */
  #bound(owner: string): void {
    const failed = this.#of(owner).filter(({ entry }) => entry.status === 'failed');
    for (const { entry } of failed.slice(0, Math.max(0, failed.length - MAX_FAILED))) this.#open.delete(entry.id);
  }
}

const MAX_FAILED = 20;
