import * as z from 'zod';
import type { Draft, RunEvent } from '../../events.ts';

/** What `ext.loom` keeps of a wire, so that its frames can be sent again as they came. */
const mark = z.object({
  /** The wire never said it; it follows from what came later. It is not sent again either. */
  implied: z.literal(true).optional(),
  node_id: z.string().optional(),
  namespace: z.string().optional(),
  /** The node a chunk named where that is not the node it came in. */
  id: z.string().optional(),
  /** The call had no id on the wire. */
  call_id: z.null().optional(),
  /** The reply said this text, and nothing that was streamed. */
  reply: z.literal(true).optional(),
});
export type Mark = Readonly<z.output<typeof mark>>;

export function marked<D extends Draft>(draft: D, mark: Mark): D {
  return Object.keys(mark).length === 0
    ? draft
    : { ...draft, ext: { ...draft.ext, loom: { ...markOf(draft), ...mark } } };
}

export function implied<D extends Draft>(draft: D): D {
  return marked(draft, { implied: true });
}

/** An event may come from anywhere: what is not a mark of ours is none. */
export function markOf({ ext }: RunEvent | Draft): Mark {
  return ext?.loom === undefined ? noMark : (mark.safeParse(ext.loom).data ?? noMark);
}

const noMark: Mark = {};
