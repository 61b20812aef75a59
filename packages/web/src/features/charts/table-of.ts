import { isJsonObject, type Json, type JsonObject } from '@polywire/protocol';

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The numbers behind a chart: of its dataset, or of its series over its categories. */
export function tableOf(options: JsonObject): Table {
  const dataset = first(options.dataset);
  if (isJsonObject(dataset) && Array.isArray(dataset.source)) return tableOfSource(dataset.source);
  const series = listOf(options.series).filter(isJsonObject);
  const axis = [options.xAxis, options.yAxis].map(first).find((each) => isJsonObject(each) && Array.isArray(each.data));
  const categories = isJsonObject(axis) ? listOf(axis.data).map(text) : undefined;
  const named = series.map((each) => listOf(each.data).map((item) => (isJsonObject(item) ? text(item.name) : '')));
  const labels = categories ?? named[0] ?? [];
  const length = Math.max(labels.length, ...series.map((each) => listOf(each.data).length));
  const rows = Array.from({ length }, (_, i) => [
    labels[i] ?? String(i + 1),
    ...series.map((each) => cell(listOf(each.data)[i])),
  ]);
  const axisName = isJsonObject(axis) && typeof axis.name === 'string' ? axis.name : '';
  return {
    head: [axisName, ...series.map((each, i) => (each.name === undefined ? String(i + 1) : text(each.name)))],
    rows,
  };
}

function tableOfSource(source: readonly Json[]): Table {
  const [head, ...rest] = source;
  if (Array.isArray(head)) return { head: head.map(text), rows: rest.map((row) => listOf(row).map(text)) };
  const keys = isJsonObject(head) ? Object.keys(head) : [];
  return { head: keys, rows: source.map((row) => keys.map((key) => (isJsonObject(row) ? text(row[key]) : ''))) };
}

function first(value: Json | undefined): Json | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function cell(item: Json | undefined): string {
  return isJsonObject(item) ? text(item.value) : text(item);
}

function text(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(text).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
