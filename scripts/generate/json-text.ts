import type { Json } from '@polywire/protocol';

/** As in biome.json, which checks these files too. */
const LINE_WIDTH = 120;

/**
 * JSON in lines that change one at a time: what describes a single field stands on one line; `properties`, and what has
 * them, always stand open.
 */
export function jsonText(value: Json): string {
  return `${write(value, { indent: '', before: 0 })}\n`;
}

interface Place {
  readonly indent: string;
  /** How many characters already stand on the line. */
  readonly before: number;
  readonly open?: boolean;
}

function write(value: Json, { indent, before, open = false }: Place): string {
  const flat = inline(value);
  // One more for the comma that may follow.
  const fits = flat !== undefined && before + flat.length + 1 <= LINE_WIDTH;
  if (fits && (!open || flat === EMPTY)) return flat;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${write(item, { indent: inner, before: inner.length })}`);
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const fields = Object.entries(value).map(([key, field]) => {
    const name = `${inner}${JSON.stringify(key)}: `;
    return `${name}${write(field, { indent: inner, before: name.length, open: key === 'properties' })}`;
  });
  return `{\n${fields.join(',\n')}\n${indent}}`;
}

const EMPTY = '{}';

function inline(value: Json): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    const items = value.map(inline);
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
  }
  if ('properties' in value) return undefined;
  const fields = Object.entries(value).map(([key, field]) => {
    const text = inline(field);
    return text === undefined ? undefined : `${JSON.stringify(key)}: ${text}`;
  });
  if (fields.includes(undefined)) return undefined;
  return fields.length === 0 ? EMPTY : `{ ${fields.join(', ')} }`;
}
