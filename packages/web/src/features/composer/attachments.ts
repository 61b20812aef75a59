import type { Attachment } from '@polywire/protocol';
import type { StoredFile } from '../../lib/api.ts';
import type { Kept } from '../../lib/kept.ts';

/** A file on its way into a message. */
export interface Pending {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly state: 'uploading' | 'stored' | 'failed';
  /** 0 to 1. */
  readonly share: number;
  readonly stored?: Attachment;
  readonly reason?: string;
}

export const FILES = 'files';
const none: readonly Pending[] = [];

interface Parts {
  readonly kept: Kept;
  /** The session that the files belong to: made where there is none. */
  needSession(place: string): Promise<string>;
  upload(
    session: string,
    file: File,
    onProgress: (sent: number, total: number) => void,
  ): Promise<StoredFile | undefined>;
  wordsOf(error: unknown): string;
}

let nextKey = 1;

/** The files that wait for a message, by session. They are uploaded at once, so that sending need not wait. */
export class Attachments {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async attach(place: string, files: readonly File[]): Promise<void> {
    const added = files.map((file) => ({ file, key: nextKey++ }));
    this.#change(place, (all) => [
      ...all,
      ...added.map(({ file: { name, size }, key }) => ({ key, name, size, state: 'uploading' as const, share: 0 })),
    ]);
    try {
      const session = await this.#parts.needSession(place);
      await Promise.all(added.map(({ file, key }) => this.#upload(session, file, key)));
    } catch (error) {
      for (const { key } of added) this.#set(place, key, { state: 'failed', reason: this.#parts.wordsOf(error) });
    }
  }

  detach(place: string, key: number): void {
    this.#change(place, (all) => all.filter((each) => each.key !== key));
  }

  async #upload(session: string, file: File, key: number): Promise<void> {
    try {
      const stored = await this.#parts.upload(session, file, (sent, total) =>
        this.#set(session, key, { share: total > 0 ? sent / total : 0 }),
      );
      this.#set(session, key, { state: 'stored', share: 1, ...(stored && { stored: attachmentOf(stored) }) });
    } catch (error) {
      this.#set(session, key, { state: 'failed', reason: this.#parts.wordsOf(error) });
    }
  }

  #set(place: string, key: number, fields: Partial<Pending>): void {
    this.#change(place, (all) => all.map((each) => (each.key === key ? { ...each, ...fields } : each)));
  }

  #change(place: string, change: (all: readonly Pending[]) => readonly Pending[]): void {
    const { kept } = this.#parts;
    const next = change(kept.get<readonly Pending[]>(place, FILES) ?? none);
    kept.set(place, FILES, next.length > 0 ? next : undefined);
  }
}

/** Files of a message that was sent before, to go with another one. */
export function pendingOf(files: readonly Attachment[]): readonly Pending[] {
  return files.map((stored) => ({
    key: nextKey++,
    name: stored.name,
    size: stored.size ?? 0,
    state: 'stored',
    share: 1,
    stored,
  }));
}

export function filesOf(attachments: readonly Pending[]): readonly Attachment[] {
  return attachments.flatMap(({ stored }) => stored ?? []);
}

function attachmentOf({ id, name, size, mediaType }: StoredFile): Attachment {
  return { name, size, ...(mediaType !== undefined && { mediaType }), ...(id && { url: `/v1/uploads/${id}` }) };
}
