import * as z from 'zod';
import * as faults from './faults.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Any JSON value. What enters the model was parsed from JSON, so the shape needs no walk at run time. */
export const json = z.unknown() as unknown as z.ZodType<Json>;
export const jsonObject = z
  .custom<JsonObject>(isJsonObject, { error: faults.noObject.en, params: faults.noObject })
  .meta({ type: 'object' });

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value for wires that have texts only: a text as it is, anything else as its JSON. */
export function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
