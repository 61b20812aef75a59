import { isJsonObject, type Json, type JsonObject } from '@polywire/protocol';
import { CallError } from './contract.ts';

/** Numbers are taken as text too: names on some wires are integers. */
export function textIn(params: JsonObject, key: string): string | undefined {
  const value = params[key];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

export function numberIn(params: JsonObject, key: string): number | undefined {
  const value = Number(params[key] ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

export function needText(params: JsonObject, key: string): string {
  const value = textIn(params, key);
  if (value === undefined) throw new CallError('INVALID', `${key} is missing. / 缺少 ${key}。`);
  return value;
}

export function needNumber(params: JsonObject, key: string): number {
  const value = numberIn(params, key);
  if (value === undefined) throw new CallError('INVALID', `${key} must be a number. / ${key} 必须是数字。`);
  return value;
}

/** Where a page of what was long ago ends, and how much it has. */
export function windowIn(params: JsonObject): { limit: number; before: { before?: number } } {
  const before = numberIn(params, 'before');
  const limit = Math.min(Math.max(Math.trunc(numberIn(params, 'limit') ?? DEFAULT_ITEMS), 1), MAX_ITEMS);
  return { limit, before: before === undefined ? {} : { before } };
}

/** A page of what comes after. */
export function pageIn(params: JsonObject): { limit: number; after?: string } {
  const after = textIn(params, 'after');
  return { limit: windowIn(params).limit, ...(after !== undefined && { after }) };
}

export function objectIn(params: JsonObject, key: string): JsonObject | undefined {
  const value = params[key];
  return isJsonObject(value) ? value : undefined;
}

/** What the store gives is plain data, though its types do not say so. */
export function asJson(value: object | readonly object[]): Json {
  return value as Json;
}

const DEFAULT_ITEMS = 50;
/** One less than the store gives at once: the one more tells whether there are more. */
const MAX_ITEMS = 499;
