import type { Branch, Conversation, Turn } from '@polywire/protocol';
import { createContext, useContext } from 'react';

/** Which version is looked at, for each place where the line was taken back. The newest where nothing is said. */
export type Chosen = ReadonlyMap<number, number>;

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

export function branchesAt({ branches }: Pick<Conversation, 'branches'>, index: number): readonly Branch[] {
  return branches.filter(({ kept, turns }) => kept === index && turns.length > 0);
}

export interface Shown {
  readonly turns: readonly Turn[];
  /** Where an older version leaves the line; undefined where none is shown. */
  readonly place: number | undefined;
}

/** The turns to show: the line, or what stood at its place before. */
export function shownTurns(conversation: Conversation, chosen: Chosen): Shown {
  const line = conversation.turns.toArray();
  const places = [...chosen.keys()].sort((a, b) => a - b);
  for (const place of places) {
    const branches = branchesAt(conversation, place);
    const branch = branches[(chosen.get(place) ?? 0) - 1];
    if (branch) return { turns: [...line.slice(0, place), ...branch.turns], place };
  }
  return { turns: line, place: undefined };
}
