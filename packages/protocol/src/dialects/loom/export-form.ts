import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { Body, EventType } from './wire.ts';

/** EXPORT_SPEC ("format A"): an object with one key, no envelope. */
export function toExport({ type, ...payload }: Body): JsonObject {
  const form = forms[type as EventType];
  return form ? { [form.key]: form.out(payload) } : { type, ...payload };
}

/** The same event as type and payload; undefined when this is no such object. A broken payload is left to the schema. */
export function fromExport(message: JsonObject): Body | undefined {
  const [entry, ...others] = Object.entries(message);
  if (!entry || others.length > 0) return undefined;
  const [key, inner] = entry;
  return byKey.get(key)?.(inner);
}

interface Form {
  readonly key: string;
  out(payload: JsonObject): Json;
  in(type: string, inner: Json): Body;
}

function same(key: string): Form {
  return { key, out: (payload) => payload, in: (type, inner) => ({ ...object(inner), type }) };
}

/** The node's name is `id` in the protocol and `node_id` here; most of these also say a namespace. */
function renamed(key: string, options: { namespaced: boolean }): Form {
  return {
    key,
    out: ({ id, namespace, ...payload }) => ({
      ...payload,
      node_id: id ?? null,
      ...(options.namespaced && { namespace: namespace ?? null }),
    }),
    in: (type, inner) => {
      const { node_id, ...payload } = object(inner);
      return { ...payload, type, ...(node_id !== undefined && { id: node_id }) };
    },
  };
}

/** The key's value is the field itself. */
function unwrapped(key: string, field: string): Form {
  return { key, out: (payload) => payload[field] ?? null, in: (type, inner) => ({ type, [field]: inner }) };
}

const chunkKinds = { message_chunk: 'Message', thought_chunk: 'Thinking' } as const;

function chunk(type: keyof typeof chunkKinds): Form {
  return {
    key: 'Messages',
    out: ({ content, id, ...metadata }) => ({
      chunk: { content: content ?? '', kind: chunkKinds[type] },
      metadata: { namespace: null, ...metadata, loom_node: id ?? null },
    }),
    in: readChunk,
  };
}

function readChunk(_: string, inner: Json): Body {
  const { chunk: said, metadata } = object(inner);
  const { content, kind } = object(said);
  const { loom_node, ...rest } = object(metadata);
  const type = kind === chunkKinds.thought_chunk ? 'thought_chunk' : 'message_chunk';
  return {
    ...rest,
    type,
    ...(content !== undefined && { content }),
    ...(loom_node !== undefined && { id: loom_node }),
  };
}

const forms: Record<EventType, Form> = {
  run_start: same('RunStart'),
  node_enter: renamed('TaskStart', { namespaced: true }),
  node_exit: renamed('TaskEnd', { namespaced: true }),
  message_chunk: chunk('message_chunk'),
  thought_chunk: chunk('thought_chunk'),
  usage: same('Usage'),
  values: unwrapped('Values', 'state'),
  updates: renamed('Updates', { namespaced: true }),
  custom: unwrapped('Custom', 'value'),
  checkpoint: same('Checkpoint'),
  tot_expand: same('TotExpand'),
  tot_evaluate: same('TotEvaluate'),
  tot_backtrack: same('TotBacktrack'),
  got_plan: same('GotPlan'),
  got_node_start: renamed('GotNodeStart', { namespaced: false }),
  got_node_complete: renamed('GotNodeComplete', { namespaced: false }),
  got_node_failed: renamed('GotNodeFailed', { namespaced: false }),
  got_expand: same('GotExpand'),
  tool_call_chunk: same('ToolCallChunk'),
  tool_call: same('ToolCall'),
  tool_start: same('ToolStart'),
  tool_output: same('ToolOutput'),
  tool_end: same('ToolEnd'),
  tool_approval: same('ToolApproval'),
};

const byKey = new Map(
  Object.entries(forms).map(([type, form]): [string, (inner: Json) => Body] => [
    form.key,
    (inner) => form.in(type, inner),
  ]),
);

export const exportKeys: readonly string[] = [...byKey.keys()];

function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
