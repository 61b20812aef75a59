import { type EventOf, isDeltaText, type RunEvent } from '@polywire/protocol';
import type { PickedType } from './contract.ts';

/**
 * Reads the lines of some types and passes over the rest. Almost all of a log are words, so what cannot be of these types
 * is not parsed; that a line has the name of one is not enough, for it may stand in what a tool gave or somebody said.
 */
export function picker<T extends PickedType>(types: readonly T[]): (line: string) => EventOf<T> | undefined {
  const wanted = new Set<string>(types);
  const mayMatter = new RegExp(`"type":"(?:${types.map((type) => type.replaceAll('.', '\\.')).join('|')})"`);
  return (line) => {
    if (isDeltaText(line) || !mayMatter.test(line)) return undefined;
    const event = JSON.parse(line) as RunEvent;
    return wanted.has(event.type) ? (event as unknown as EventOf<T>) : undefined;
  };
}
