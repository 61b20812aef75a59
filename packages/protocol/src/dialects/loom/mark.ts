import type { Draft, RunEvent } from '../../events.ts';
import { isJsonObject } from '../../json.ts';

/** What `ext.loom` keeps of a wire, so that its frames can be sent again as they came. */
export interface Mark {
  /** The wire never said it; it follows from what came later. It is not sent again either. */
  readonly implied?: true;
  readonly node_id?: string;
  readonly namespace?: string;
  /** The node a chunk named where that is not the node it came in. */
  readonly id?: string;
  /** The call had no id on the wire. */
  readonly call_id?: null;
  /** The reply said this text, and nothing that was streamed. */
  readonly reply?: true;
}

export function marked<D extends Draft>(draft: D, mark: Mark): D {
  return Object.keys(mark).length === 0
    ? draft
    : { ...draft, ext: { ...draft.ext, loom: { ...markOf(draft), ...mark } } };
}

export function implied<D extends Draft>(draft: D): D {
  return marked(draft, { implied: true });
}

export function markOf(event: RunEvent | Draft): Mark {
  const own = event.ext?.loom;
  return isJsonObject(own) ? (own as Mark) : noMark;
}

const noMark: Mark = {};
