import { type EventOf, type EventType, isDeltaText, type RunEvent } from '@polywire/protocol';

/**
 * Reads the lines of some types and passes over the rest. Almost all of a log are words, so what cannot be of these types
 * is not parsed; that a line has the name of one is not enough, for it may stand in what a tool gave or somebody said.
 */
export function picker<T extends EventType>(types: readonly T[]): (line: string) => EventOf<T> | undefined {
  const wanted = new Set<EventType>(types);
  const mayMatter = new RegExp(`"type":"(?:${types.map((type) => type.replaceAll('.', '\\.')).join('|')})"`);
  const wantsDeltas = wanted.has('text.delta') || wanted.has('reasoning.delta');
  return (line) => {
    if ((!wantsDeltas && isDeltaText(line)) || !mayMatter.test(line)) return undefined;
    const event = JSON.parse(line) as RunEvent;
    return wanted.has(event.type) ? (event as unknown as EventOf<T>) : undefined;
  };
}
