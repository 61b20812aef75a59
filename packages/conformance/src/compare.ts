import type { Carry, Draft, JsonObject, Traits, Wants } from '@polywire/protocol';
import { changeAt } from './paths.ts';

/** One event type of a sequence, reduced to what the dialect promises to bring back. */
export function comparable(
  drafts: readonly Draft[],
  type: Draft['type'],
  traits: Traits,
  { restore }: Pick<Wants, 'restore'>,
): JsonObject[] {
  const carry = traits.carries[type];
  const unrestored = restore ? [] : [...(traits.onlyRestored ?? []), ...(carry.onlyRestored ?? [])];
  const carried = drafts.filter((draft) => draft.type === type && isCarried(draft, drafts, carry));
  const reduced = carried.map((draft) =>
    reduce(draft, ['seq', 'at', ...traits.loses, ...(carry.loses ?? []), ...unrestored], carry),
  );
  if (streaming.has(type)) return merged(reduced);
  return carry.reordered && !restore ? reduced.sort(byText) : reduced;
}

function byText(a: JsonObject, b: JsonObject): number {
  const [left, right] = [a, b].map((it) => JSON.stringify(it, Object.keys(it).sort())) as [string, string];
  return left < right ? -1 : Number(left > right);
}

/** Does the event go in another form than its type's own? */
export function isDegraded(draft: Draft, { carries }: Traits): boolean {
  const { how, degrades = [] } = carries[draft.type];
  const fields = draft as Readonly<Record<string, unknown>>;
  return (
    how === 'degraded' || degrades.some((values) => Object.entries(values).every(([key, it]) => fields[key] === it))
  );
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
