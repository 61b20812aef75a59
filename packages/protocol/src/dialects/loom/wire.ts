import * as z from 'zod';
import { toolOutcome } from '../../events.ts';
import { type JsonObject, json, jsonObject } from '../../json.ts';

/** Real senders write null for what is absent; others leave it out. Both mean the same. */
function maybe<S extends z.ZodType>(schema: S) {
  return schema.nullish();
}

const text = z.string();
const count = z.number().int().nonnegative();
const envelope = {
  session_id: maybe(text),
  node_id: maybe(text),
  event_id: maybe(count),
  /** ours: the run had already ended on this wire, with a question */ again: maybe(z.boolean()),
};

function event<T extends string, S extends z.core.$ZodShape>(type: T, payload: S) {
  return z.object({ type: z.literal(type), ...envelope, ...payload });
}

const chunk = {
  content: text,
  id: maybe(text),
  /** ours: tells messages of one node apart */ message_id: maybe(text),
  /** EXPORT_SPEC alone has it */ namespace: maybe(text),
};
const call = { call_id: maybe(text), name: text };
const tokens = { prompt_tokens: count, completion_tokens: count, total_tokens: count };
/** Beside what a frame is for: where it is not understood, the frame still counts. */
const spent = maybe(z.object(tokens)).catch(undefined);
const failure = z.object({ Err: text });

/** The 23 event types of the document, and `thought_chunk` of newer senders. "ours" is what Loom's programs ignore. */
export const events = {
  run_start: event('run_start', {
    run_id: maybe(text),
    message: maybe(text),
    agent: maybe(text),
    /** ours: the server's id of the run where `run_id` is the request's */ run: maybe(text),
    /** ours */ model: maybe(text),
  }),
  node_enter: event('node_enter', { id: text, namespace: maybe(text) }),
  node_exit: event('node_exit', { id: text, result: z.union([z.literal('Ok'), failure]), namespace: maybe(text) }),
  message_chunk: event('message_chunk', {
    ...chunk,
    /** ours: a paragraph break between two messages, part of neither */ separator: maybe(z.boolean()),
  }),
  thought_chunk: event('thought_chunk', chunk),
  usage: event('usage', tokens),
  values: event('values', { state: json }),
  updates: event('updates', { id: maybe(text), state: json, namespace: maybe(text) }),
  custom: event('custom', { value: json, /** ours */ name: maybe(text) }),
  checkpoint: event('checkpoint', {
    checkpoint_id: text,
    timestamp: maybe(z.union([text, z.number()])),
    step: maybe(z.number().int()),
    state: json.optional(),
    thread_id: maybe(text),
    checkpoint_ns: maybe(text),
    /** ours: fields that have no value, and stand there because this wire wants one */ lacks: maybe(z.array(text)),
  }),
  tot_expand: event('tot_expand', { candidates: z.array(text) }),
  tot_evaluate: event('tot_evaluate', { chosen: z.number().int(), scores: z.array(z.number()) }),
  tot_backtrack: event('tot_backtrack', { reason: text, to_depth: z.number().int() }),
  got_plan: event('got_plan', {
    node_count: count,
    edge_count: count,
    node_ids: z.array(text),
    /** ours */ edges: maybe(z.array(z.tuple([text, text]))),
  }),
  got_node_start: event('got_node_start', { id: text, /** ours */ text: maybe(text) }),
  got_node_complete: event('got_node_complete', { id: text, result_summary: maybe(text) }),
  got_node_failed: event('got_node_failed', { id: text, error: maybe(text) }),
  /** Here `node_id` is the thought that grew, not the node run of the envelope. */
  got_expand: z.object({
    type: z.literal('got_expand'),
    ...envelope,
    node_id: text,
    nodes_added: count,
    edges_added: count,
  }),
  tool_call_chunk: event('tool_call_chunk', { call_id: maybe(text), name: maybe(text), arguments_delta: text }),
  tool_call: event('tool_call', { ...call, arguments: json.optional(), /** ours */ message_id: maybe(text) }),
  tool_start: event('tool_start', call),
  tool_output: event('tool_output', { ...call, content: text }),
  tool_end: event('tool_end', {
    ...call,
    result: text,
    is_error: z.boolean(),
    raw_result: json.optional(),
    /** ours */ outcome: maybe(toolOutcome),
    /** ours: what the tool's result says where the wire must say "User rejected." */ reason: maybe(text),
    /** ours */ message_id: maybe(text),
  }),
  tool_approval: event('tool_approval', {
    ...call,
    arguments: json.optional(),
    /** ours */ input_id: maybe(text),
  }),
} as const;

/** How a run ended, beyond `stop_reason`: ours. */
const ending = {
  status: maybe(z.enum(['error', 'timed_out'])),
  reason: maybe(text),
  cost: maybe(z.number().nonnegative()),
  duration_ms: maybe(z.number().nonnegative()),
};
const replyBody = {
  reply: text,
  reasoning_content: maybe(text),
  stop_reason: maybe(text),
  usage: spent,
  total_usage: spent,
  ...envelope,
  ...ending,
};

export const reply = z.object(replyBody);
export const runEnd = z.object({ type: z.literal('run_end'), id: text, ...replyBody });
export const runStreamEvent = z.object({ type: z.literal('run_stream_event'), id: text, event: jsonObject });
export const error = z.object({
  type: z.literal('error'),
  id: maybe(text),
  error: text,
  ...envelope,
  /** ours */ code: maybe(text),
  /** ours */ details: json.optional(),
  /** ours: the error of a run, not the refusal of a request */ fatal: maybe(z.boolean()),
  /** ours: said only because a failed run ends so; there was no error event */ implied: maybe(z.boolean()),
  usage: spent,
  ...ending,
});
export const pong = z.object({ type: z.literal('pong'), id: maybe(text) });

export type EventType = keyof typeof events;
export type EventOf<T extends EventType> = z.output<(typeof events)[T]>;
export type WireEvent = { [T in EventType]: EventOf<T> }[EventType];
export type Reply = z.output<typeof reply>;
export type ErrorFrame = z.output<typeof error>;
export type Tokens = NonNullable<Reply['usage']>;

/** An event before its envelope. */
export type Body = { type: string } & JsonObject;

/** The node that chunks name where no node was entered. */
export const NO_NODE = 'agent';
/** What the other side says when a person refused a call. */
export const USER_REJECTED = 'User rejected.';
