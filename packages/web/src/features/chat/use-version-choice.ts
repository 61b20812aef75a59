import type { Conversation, Turn } from '@polywire/protocol';
import { useCallback, useMemo, useState } from 'react';
import { branchesAt, type Chosen, shownTurns, type Versions } from './versions.ts';

const noTurns: readonly Turn[] = [];
const newest: Chosen = new Map();

export function useVersionChoice(conversation: Conversation | undefined) {
  const [chosen, setChosen] = useState<Chosen>(newest);
  const turnList = conversation?.turns;
  const branches = conversation?.branches;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of a conversation changes with every event
  const { turns, place } = useMemo(
    () => (conversation ? shownTurns(conversation, chosen) : { turns: noTurns, place: undefined }),
    [turnList, branches, chosen],
  );
  const context = useMemo<Versions>(
    () => ({
      at(index) {
        const of = branches ? branchesAt({ branches }, index).length + 1 : 1;
        return { at: Math.min(chosen.get(index) ?? of, of), of };
      },
      show(index, version) {
        const of = branches ? branchesAt({ branches }, index).length + 1 : 1;
        setChosen(version >= of ? newest : new Map([[index, version]]));
      },
    }),
    [branches, chosen],
  );
  const reset = useCallback(() => setChosen(newest), []);
  return { turns, place, isOld: place !== undefined, context, reset };
}
