import { type Frame, isJsonObject, type Json } from '@polywire/protocol';
import { changeAt } from './paths.ts';

/** Does `whole` have all that `part` has? Objects may have more fields; arrays may not have more elements. */
export function contains(whole: Json, part: Json): boolean {
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) && whole.length === part.length && part.every((it, i) => contains(whole[i] as Json, it))
    );
  }
  if (!isJsonObject(part)) return Object.is(whole, part);
  return (
    isJsonObject(whole) &&
    Object.entries(part).every(([key, inner]) => Object.hasOwn(whole, key) && contains(whole[key] as Json, inner))
  );
}

export interface Exception {
  readonly frame?: number;
  readonly path?: string;
}

/** The first of `samples` that is not contained, in order, in `produced`. */
export function firstMissing(
  samples: readonly Frame[],
  produced: readonly Frame[],
  exceptions: readonly Exception[],
): number | undefined {
  const values = produced.map(({ data }) => parsed(data));
  let next = 0;
  for (const [index, sample] of samples.entries()) {
    if (isExcepted(index, exceptions)) continue;
    const part = withoutPaths(sample, index, exceptions);
    const at = values.findIndex(
      (value, i) =>
        i >= next && contains(value, part) && (sample.event === undefined || produced[i]?.event === sample.event),
    );
    if (at < 0) return index;
    next = at + 1;
  }
  return undefined;
}

/** A whole frame is excepted where no path says which part of it. */
export function isExcepted(index: number, exceptions: readonly Exception[]): boolean {
  return exceptions.some(({ frame, path }) => path === undefined && (frame === undefined || frame === index));
}

function withoutPaths(sample: Frame, index: number, exceptions: readonly Exception[]): Json {
  const value = parsed(sample.data);
  for (const { frame, path } of exceptions) {
    if (path !== undefined && (frame === undefined || frame === index)) changeAt(value, path, () => undefined);
  }
  return value;
}

/** A frame that is no JSON is compared as its text. */
function parsed(data: string): Json {
  try {
    return JSON.parse(data) as Json;
  } catch {
    return data;
  }
}
