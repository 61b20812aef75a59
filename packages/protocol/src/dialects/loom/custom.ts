import { type Draft, type EventType, eventSchemas, type RunEvent } from '../../events.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { Body } from './wire.ts';

/**
 * Events that Loom has no type for go as `custom`, the type it has for anything else:
 * `{"polywire": "<event type>", "text": "<Markdown for people>", "data": {…the event's fields…}}`.
 */
const spoken: ReadonlySet<EventType> = new Set<EventType>([
  'run.status',
  'text.replaced',
  'history.rewound',
  'input.requested',
  'input.resolved',
  'todo.list',
  'todo.item',
  'plan.proposed',
  'plan.edited',
  'plan.step',
  'image',
  'chart',
  'notice',
  'custom',
  'foreign',
  'error',
]);

export function toCustom(event: RunEvent, text: string | undefined): Body {
  const { type, seq: _s, at: _a, runId: _r, nodeRun: _n, agent: _g, ext: _e, ...data } = event;
  return { type: 'custom', value: { [MARK]: type, ...(text !== undefined && { text }), data: data as JsonObject } };
}

/** A custom event goes as its value, unless that value would be taken for one of the above. */
export function customBody(event: Extract<RunEvent, { type: 'custom' }>, options: { named: boolean }): Body {
  const { name, value } = event;
  const isTaken = isJsonObject(value) && MARK in value;
  if (isTaken || (name !== undefined && !options.named)) return toCustom(event, undefined);
  return { type: 'custom', value, ...(name !== undefined && { name }) };
}

/** The event that a custom value stands for; undefined when it stands for itself. */
export function fromCustom(value: Json): Draft | undefined {
  if (!isJsonObject(value)) return undefined;
  const { [MARK]: type, data } = value;
  if (typeof type !== 'string' || !spoken.has(type as EventType) || !isJsonObject(data)) return undefined;
  const event = eventSchemas[type as EventType].safeParse({ ...data, type, seq: 1, at: 0 }).data;
  if (!event) return undefined;
  const { seq: _s, at: _a, ...draft } = event;
  return draft as Draft;
}

/** A frame that says nothing; it only brings what its extension holds. */
export const carrierBody: Body = { type: 'custom', value: { polywire: 'events' } };

export function isCarrier(value: Json): boolean {
  return isJsonObject(value) && value[MARK] === 'events';
}

const MARK = 'polywire';
