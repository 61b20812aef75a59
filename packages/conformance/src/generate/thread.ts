import type { Draft } from '@polywire/protocol';
import fc from 'fast-check';

/** Events of one thing (a message, a call, a node) in their own order. `id` is unique in the session. */
export type Thread = (id: string) => readonly Draft[];

export const flag = fc.boolean();
export const count = fc.integer({ min: 0, max: 5000 });
export const optional = <T>(it: fc.Arbitrary<T>) => fc.option(it, { nil: undefined, freq: 2 });

/** Fields that are set, without those that are undefined. */
export function set<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
