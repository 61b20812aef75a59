import type { Carry, Draft, Json, JsonObject, Traits } from '@polywire/protocol';

/** One event type of a sequence, reduced to what the dialect promises to bring back. */
export function comparable(drafts: readonly Draft[], type: Draft['type'], traits: Traits): JsonObject[] {
  const carry = traits.carries[type];
  const carried = drafts.filter((draft) => draft.type === type && isCarried(draft, drafts, carry));
  const reduced = carried.map((draft) => reduce(draft, ['seq', 'at', ...traits.loses, ...(carry.loses ?? [])], carry));
  return streaming.has(type) ? merged(reduced) : reduced;
}

const streaming: ReadonlySet<string> = new Set(['text.delta', 'reasoning.delta']);

/** Some wires carry the messages of some roles only. */
function isCarried(draft: Draft, all: readonly Draft[], { roles }: Carry): boolean {
  if (roles === undefined || !('messageId' in draft)) return true;
  const start = all.find((other) => other.type === 'message.started' && other.messageId === draft.messageId);
  return start?.type !== 'message.started' || roles.includes(start.role);
}

function reduce(draft: Draft, loses: readonly string[], { asText }: Carry): JsonObject {
  const copy = JSON.parse(JSON.stringify(draft)) as JsonObject;
  for (const path of loses) change(copy, path.split('.'), () => undefined);
  for (const path of asText ?? [])
    change(copy, path.split('.'), (it) => (typeof it === 'string' ? it : JSON.stringify(it)));
  return copy;
}

/** Changes what stands at a dotted path, in every element where it passes an array; undefined removes it. */
function change(value: Json, [key, ...rest]: readonly string[], to: (value: Json) => Json | undefined): void {
  if (Array.isArray(value)) {
    for (const element of value) change(element, [key as string, ...rest], to);
    return;
  }
  if (typeof value !== 'object' || value === null || key === undefined || !Object.hasOwn(value, key)) return;
  const inner = value[key] as Json;
  if (rest.length > 0) return change(inner, rest, to);
  const changed = to(inner);
  if (changed === undefined) delete value[key];
  else value[key] = changed;
}

/** How a text was cut is the wire's affair: the deltas of one message are one text. */
function merged(deltas: readonly JsonObject[]): JsonObject[] {
  const texts = new Map<string, JsonObject>();
  for (const { delta, ...about } of deltas) {
    const key = JSON.stringify(about, Object.keys(about).sort());
    const known = texts.get(key);
    texts.set(key, { ...about, delta: `${known?.delta ?? ''}${delta}` });
  }
  return [...texts.values()].filter((text) => text.delta !== '');
}
