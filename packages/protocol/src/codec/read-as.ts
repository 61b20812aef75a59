import type { z } from 'zod';
import type { JsonObject } from '../json.ts';
import type { DraftSink } from './draft-decoder.ts';

type Schemas = Readonly<Record<string, z.ZodType>>;

/** A frame in the shape that its naming field says; undefined, and reported, where there is none or it has another. */
export function readAs<S extends Schemas>(
  schemas: S,
  field: string,
  message: JsonObject,
  out: DraftSink,
): z.output<S[keyof S]> | undefined {
  const name = message[field];
  if (typeof name !== 'string') out.invalid(`${field}: expected a string`);
  else if (!Object.hasOwn(schemas, name)) out.unknown(`${field} ${name}`, message);
  else return out.check(schemas[name] as S[keyof S], message);
  return undefined;
}
