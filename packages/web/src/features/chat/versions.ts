import type { Conversation, List, Turn } from '@polywire/protocol';
import { createContext, useContext } from 'react';

export interface Versions {
  /** How many there are of the turn at a place, and which one is shown, from 1. */
  at(index: number): { readonly at: number; readonly of: number };
  show(index: number, version: number): void;
}

export const VersionsContext = createContext<Versions>({ at: () => ({ at: 1, of: 1 }), show: () => undefined });

export function useVersions(index: number) {
  const { at, show } = useContext(VersionsContext);
  return { ...at(index), show: (version: number) => show(index, version) };
}

/** One way that the conversation went. */
export interface Way {
  readonly turns: List<Turn>;
  /** Its last event, to go on from; undefined for the present one. */
  readonly end: number | undefined;
}

/** Those that rewinds left, oldest first, and the present one. */
export function waysOf({ rewinds, turns }: Pick<Conversation, 'rewinds' | 'turns'>): readonly Way[] {
  return [...rewinds.map(({ seq, left }) => ({ turns: left.turns, end: seq - 1 })), { turns, end: undefined }];
}

/** What stood or stands at a place after the same past, oldest first. */
export function versionsAt(ways: readonly Way[], shown: Way, index: number): readonly Turn[] {
  const before = nameOf(shown.turns.get(index - 1));
  const found = new Map<string, Turn>();
  for (const { turns } of ways) {
    const turn = turns.get(index);
    if (turn && nameOf(turns.get(index - 1)) === before) found.set(nameOf(turn), turn);
  }
  return [...found.values()].sort((a, b) => a.seq - b.seq);
}

/** The newest way that has this turn at this place. */
export function wayWith(ways: readonly Way[], index: number, turn: Turn): Way | undefined {
  return [...ways].reverse().find(({ turns }) => nameOf(turns.get(index)) === nameOf(turn));
}

/** A turn that was cut short is another than the whole one. */
function nameOf(turn: Turn | undefined): string {
  return `${turn?.seq} ${turn?.endSeq}`;
}
