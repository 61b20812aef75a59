import { isJsonObject, type Json, type JsonObject } from '@polywire/protocol';

/** ECharts options in what code returned: one, several, or under `charts`. */
export function optionsIn(value: Json): readonly JsonObject[] {
  const given = isJsonObject(value) && Array.isArray(value.charts) ? value.charts : [value].flat();
  return given
    .filter(isOptions)
    .slice(0, MAX_CHARTS)
    .map((options) => safe(options, 0) as JsonObject);
}

const MAX_CHARTS = 10;
const MAX_DEPTH = 20;
/** What would load something, lead somewhere, or be written into the page as it is. */
const LEADS_OUT = /^\s*(image:|https?:|\/\/|javascript:|data:(?!image\/(png|jpeg|gif|webp)))/i;
const DROPPED: ReadonlySet<string> = new Set(['link', 'sublink', 'target', 'renderItem', 'extraCssText', 'toolbox']);

function isOptions(value: Json): value is JsonObject {
  return isJsonObject(value) && ('series' in value || 'dataset' in value);
}

function safe(value: Json, depth: number): Json {
  if (depth > MAX_DEPTH) return null;
  if (typeof value === 'string') return LEADS_OUT.test(value) ? '' : value.replaceAll('<', '＜');
  if (Array.isArray(value)) return value.map((each) => safe(each, depth + 1));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !DROPPED.has(key));
  return Object.fromEntries(kept.map(([key, each]) => [key, safe(each, depth + 1)]));
}
