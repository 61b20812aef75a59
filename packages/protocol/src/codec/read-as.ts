import type { z } from 'zod';
import * as faults from '../faults.ts';
import type { JsonObject } from '../json.ts';
import type { DraftSink } from './draft-decoder.ts';

type Handler = (message: never, out: DraftSink, raw: JsonObject, text?: string) => void;
type Schemas = Readonly<Record<string, z.ZodType>>;

/** A frame in the shape that its naming field says; undefined, and reported, where there is none or it has another. */
export function readAs<S extends Schemas>(
  schemas: S,
  field: string,
  message: JsonObject,
  out: DraftSink,
): z.output<S[keyof S]> | undefined {
  const name = message[field];
  if (typeof name !== 'string') out.invalid(faults.inField(field, faults.noText));
  else if (!Object.hasOwn(schemas, name)) out.unknown(faults.unknown(field, name), message);
  else return out.check(schemas[name] as S[keyof S], message);
  return undefined;
}

/** Gives a frame that was read to the handler of its name; `text` is the frame as it came. */
export function handle<H extends Readonly<Record<string, Handler>>>(
  handlers: H,
  name: keyof H,
  message: Parameters<H[keyof H]>[0],
  out: DraftSink,
  raw: JsonObject,
  text?: string,
): void {
  // That a name and its message belong together is what `readAs` has seen to; types cannot say it.
  (handlers[name] as (message: unknown, ...rest: unknown[]) => void)(message, out, raw, text);
}
