import type { Conversation, Turn } from '@polywire/protocol';
import { useCallback, useMemo, useState } from 'react';
import { type Versions, versionsAt, waysOf, wayWith } from './versions.ts';

const noTurns: readonly Turn[] = [];

/** Which way of the conversation is looked at: the present one where nothing else was chosen. */
export function useVersionChoice(conversation: Conversation | undefined) {
  const [chosen, setChosen] = useState<{ readonly index: number; readonly turn: Turn }>();
  const turns = conversation?.turns;
  const rewinds = conversation?.rewinds;
  const ways = useMemo(() => (turns && rewinds ? waysOf({ turns, rewinds }) : []), [turns, rewinds]);
  const shown = (chosen && wayWith(ways, chosen.index, chosen.turn)) ?? ways.at(-1);
  const context = useMemo<Versions>(
    () => ({
      at(index) {
        const all = shown ? versionsAt(ways, shown, index) : noTurns;
        const here = shown?.turns.get(index)?.seq;
        return { at: all.findIndex(({ seq }) => seq === here) + 1, of: all.length };
      },
      show(index, version) {
        const turn = shown && versionsAt(ways, shown, index)[version - 1];
        if (turn) setChosen({ index, turn });
      },
    }),
    [ways, shown],
  );
  const reset = useCallback(() => setChosen(undefined), []);
  return { turns: shown?.turns.toArray() ?? noTurns, end: shown?.end, isOld: shown?.end !== undefined, context, reset };
}
