import { isJsonObject, type Json } from '@polywire/protocol';

/** The same without what would load, open or run something, or keep the library busy without end. */
export function withoutActive(value: Json): Json {
  if (typeof value === 'string') return value.startsWith('image://') ? 'circle' : value;
  if (Array.isArray(value)) return value.map(withoutActive);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => !active.has(key) && !isEmptyList(key, each as Json))
      .map(([key, each]) => [key, withoutActive(each as Json)]),
  );
}

const active = new Set(['renderItem', 'link', 'sublink', 'target', 'subtarget', 'image', 'extraCssText', 'graphic']);

/** The library walks whatever says that it is so long, whether there is anything in it or not. */
function isEmptyList(key: string, value: Json): boolean {
  return key === 'length' && typeof value === 'number' && value > MAX_MARK_PX;
}

/** Of ticks and pointers: the only lengths that options have. No screen is wider. */
const MAX_MARK_PX = 10_000;
