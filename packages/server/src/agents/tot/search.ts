/** One node of the tree: the candidates below a path, and which of them are left to follow. */
export interface Branch {
  readonly path: readonly string[];
  readonly candidates: readonly string[];
  readonly scores: readonly number[];
  readonly tried: ReadonlySet<number>;
}

/** What to do next, given the branches from the root to here. */
export type Move =
  | { readonly go: 'on'; readonly choice: number }
  | { readonly go: 'back'; readonly toDepth: number; readonly choice: number }
  | { readonly go: 'nowhere' };

/** Depth first, the best first: deeper while something promises enough, else back to the next best of an earlier node. */
export function nextMove(branches: readonly Branch[], threshold: number): Move {
  const here = branches.at(-1);
  if (!here) return { go: 'nowhere' };
  const best = bestOf(here, threshold);
  if (best !== undefined) return { go: 'on', choice: best };
  for (let at = branches.length - 2; at >= 0; at -= 1) {
    const choice = bestOf(branches[at] as Branch, threshold);
    if (choice !== undefined) return { go: 'back', toDepth: at, choice };
  }
  return { go: 'nowhere' };
}

/** The untried candidate with the highest score; the first of equals. */
export function bestOf({ scores, tried }: Branch, threshold: number): number | undefined {
  let best: number | undefined;
  for (const [i, score] of scores.entries()) {
    if (tried.has(i) || score < threshold) continue;
    if (best === undefined || score > (scores[best] as number)) best = i;
  }
  return best;
}

/** One score for each candidate, whatever the model counted. */
export function aligned(scores: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, i) => scores[i] ?? 0);
}
