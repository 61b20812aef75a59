import type { Carry, Draft, JsonObject, Traits } from '@polywire/protocol';
import { changeAt } from './paths.ts';

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
  for (const path of loses) changeAt(copy, path, () => undefined);
  for (const path of asText ?? []) changeAt(copy, path, (it) => (typeof it === 'string' ? it : JSON.stringify(it)));
  return copy;
}

/** How a text was cut is the wire's affair: the deltas of one message are one text. */
function merged(deltas: readonly JsonObject[]): JsonObject[] {
  const texts = new Map<string, JsonObject>();
  for (const { delta, ...about } of deltas) {
    if (delta === '') continue;
    const key = JSON.stringify(about, Object.keys(about).sort());
    const known = texts.get(key);
    texts.set(key, { ...about, delta: `${known?.delta ?? ''}${delta}` });
  }
  return [...texts.values()];
}
