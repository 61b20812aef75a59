import type { Draft, DraftOf } from '@polywire/protocol';
import type { RunContext } from '../agents/contract.ts';
import { gatheredUpTo, once } from '../bytes.ts';
import type { Store } from '../store/contract.ts';
import { fileType, HEAD_BYTES, shownTypes } from '../wire/file-types.ts';
import type { Upstream } from './settings.ts';

export interface KeepParts {
  readonly store: Store;
  readonly upstream: Upstream;
  readonly context: RunContext;
}

/**
 * What a run at another server shows is kept here: front ends fetch charts and pictures from this server, and may not
 * reach the other one at all.
 */
export class Keep {
  readonly #parts: KeepParts;
  #kept = 0;

  constructor(parts: KeepParts) {
    this.#parts = parts;
  }

  /** The same with what it names kept here; as it is where there is nothing to keep. */
  async draft(draft: Draft): Promise<Draft> {
    if (draft.type === 'chart') return this.#chart(draft);
    return draft.type === 'image' ? this.#image(draft) : draft;
  }

  async #chart(draft: DraftOf<'chart'>): Promise<Draft> {
    const { store, context } = this.#parts;
    const { owner, session } = context;
    const { callId, title, options } = draft;
    const analysisId = await this.#once('chart', draft.analysisId, async () => {
      const about = { ...(callId !== undefined && { callId }), ...(title !== undefined && { title }) };
      return (await store.analyses.add(owner, { session, options, ...about }))?.id ?? null;
    });
    return analysisId === null ? draft : { ...draft, analysisId };
  }

  async #image(draft: DraftOf<'image'>): Promise<Draft> {
    const address = this.#addressThere(draft.url);
    if (!address) return draft;
    const { store, context } = this.#parts;
    const url = await this.#once('image', draft.imageId, async () => {
      const found = await this.#fetch(address);
      if (!found) return null;
      const file = { name: nameOf(address, found.mediaType), mediaType: found.mediaType };
      const made = await store.uploads.add(context.owner, context.session, file, once(found.bytes));
      return made ? `/files/${made.id}` : null;
    });
    return url === null ? draft : { ...draft, url };
  }

  /** A step: what was kept before a restart of this server is not kept again. */
  #once<T extends string | number | null>(what: string, id: string | number, work: () => Promise<T>): Promise<T> {
    this.#kept += 1;
    return this.#parts.context.step(`upstream.${what}.${id}.${this.#kept}`, work);
  }

  /** What the other server has itself or sends along: whatever else it names, the reader's own browser decides about. */
  #addressThere(url: string): URL | undefined {
    const base = this.#parts.upstream.url.replace(/^ws/, 'http');
    if (!URL.canParse(url, base)) return undefined;
    const address = new URL(url, base);
    return isInside(address) || address.origin === new URL(base).origin ? address : undefined;
  }

  /** undefined where it cannot be had: the run has more to say than this picture. */
  async #fetch(address: URL): Promise<{ bytes: Buffer; mediaType: string } | undefined> {
    const { upstream, context } = this.#parts;
    const { token, headers } = upstream;
    try {
      const response = await fetch(address, {
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
        redirect: 'error',
        signal: AbortSignal.any([context.signal, AbortSignal.timeout(FETCH_MS)]),
      });
      const bytes = response.ok ? await gatheredUpTo(MAX_BYTES, response.body) : undefined;
      const mediaType = bytes && fileType(bytes.subarray(0, HEAD_BYTES), '', address.pathname);
      return bytes && mediaType !== undefined && shownTypes.has(mediaType) ? { bytes, mediaType } : undefined;
    } catch (error) {
      if (context.signal.aborted) throw error;
      return undefined;
    }
  }
}

const FETCH_MS = 10_000;
/** More than any picture that a page shows in an answer. */
const MAX_BYTES = 10 * 1024 * 1024;

/** The picture itself stands in place of an address. */
function isInside({ protocol }: URL): boolean {
  return protocol === 'data:';
}

function nameOf(address: URL, mediaType: string): string {
  const name = isInside(address) ? '' : (address.pathname.split('/').at(-1) ?? '');
  return /\.\w+$/.test(name) ? name : `${name || 'image'}.${mediaType.slice('image/'.length)}`;
}
