import type { Json } from '@polywire/protocol';

/**
 * Changes what stands at a dotted path; undefined removes it. A number names one element of an array, any other key all
 * of them: `steps.agent`, `steps.0.agent`. A path that leads nowhere changes nothing.
 */
export function changeAt(value: Json, path: string, to: (value: Json) => Json | undefined): void {
  walk(value, path.split('.'), to);
}

function walk(value: Json, [key, ...rest]: readonly string[], to: (value: Json) => Json | undefined): void {
  if (typeof value !== 'object' || value === null || key === undefined) return;
  if (Array.isArray(value) && !/^\d+$/.test(key)) {
    for (const element of value) walk(element, [key, ...rest], to);
    return;
  }
  if (!Object.hasOwn(value, key)) return;
  const holder = value as { [key: string]: Json };
  const inner = holder[key] as Json;
  if (rest.length > 0) return walk(inner, rest, to);
  const changed = to(inner);
  if (changed === undefined) delete holder[key];
  else holder[key] = changed;
}
