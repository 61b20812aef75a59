import type { JsonObject } from '@polywire/protocol';
import { StoreError } from '../errors.ts';

type Present<Row> = { [K in keyof Row as null extends Row[K] ? never : K]: Row[K] } & {
  [K in keyof Row as null extends Row[K] ? K : never]?: NonNullable<Row[K]>;
};

/** A row without its empty columns: what is not there is left out, never null. */
export function present<Row extends object>(row: Row): Present<Row> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Present<Row>;
}

/** What a column has as JSON. The store wrote it, so what cannot be read was damaged since. */
export function storedJson(text: string) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw StoreError.damaged(cause);
  }
}

/** JSON Merge Patch (RFC 7396). */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else if (!isObject(value)) merged.set(key, value);
    else {
      const before = merged.get(key);
      merged.set(key, mergePatch(isObject(before) ? before : {}, value));
    }
  }
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
