import type { JsonObject } from '@polywire/protocol';
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
