import * as z from 'zod';
import { json, jsonObject } from './json.ts';

/** States of a run. The server's actor owns the legal transitions; `verify` knows them too. */
export const runStatus = z.enum([
  'active',
  'awaiting_input',
  'pausing',
  'paused',
  'stopped',
  'complete',
  'error',
  'timed_out',
]);
export const finalStatus = runStatus.extract(['stopped', 'complete', 'error', 'timed_out']);
export const messageRole = z.enum(['user', 'assistant', 'system']);
export const toolOutcome = z.enum(['ok', 'error', 'denied', 'unknown']);
export const inputKind = z.enum(['text', 'approval', 'plan']);
export const inputOutcome = z.enum(['approved', 'denied', 'answered', 'expired', 'cancelled']);
export const todoStatus = z.enum(['pending', 'in_progress', 'completed']);
export const thoughtPhase = z.enum(['start', 'complete', 'failed']);

const count = z.number().int().nonnegative();
export const fileRef = z.object({
  name: z.string(),
  mediaType: z.string().optional(),
  size: count.optional(),
  url: z.string().optional(),
});
export const tokenUsage = z.object({ input: count, output: count, total: count });
export const todoItem = z.object({ id: z.string(), text: z.string(), status: todoStatus });
export const planStep = z.object({
  title: z.string(),
  details: z.string().optional(),
  agent: z.string().optional(),
});

/** On every event. `seq` is the place in the session's log, from 1 and without gaps; `at` is epoch milliseconds. */
const envelope = {
  seq: z.number().int().positive(),
  at: z.number().nonnegative(),
  runId: z.string().optional(),
  /** One execution of a node: several may run at once, so the name alone does not tell them apart. */
  nodeRun: z.string().optional(),
  agent: z.string().optional(),
  /** Ids a foreign wire used, kept so that they can be sent again. Never read by anything but that wire's codec. */
  ext: jsonObject.optional(),
};

function event<T extends string, S extends z.core.$ZodShape>(type: T, shape: S) {
  return z.object({ type: z.literal(type), ...envelope, ...shape });
}

const message = { messageId: z.string() };
const call = { callId: z.string(), name: z.string() };
const plan = {
  planId: z.string(),
  task: z.string().optional(),
  summary: z.string().optional(),
  steps: z.array(planStep),
};

export const eventSchemas = {
  'message.accepted': event('message.accepted', {
    text: z.string(),
    ref: z.string().optional(),
    files: z.array(fileRef).optional(),
    by: z.string().optional(),
    /** What the sender chose for the run that will answer it: it may have to wait its turn. */
    agentKind: z.string().optional(),
    model: z.string().optional(),
    options: jsonObject.optional(),
  }),

  'run.started': event('run.started', {
    input: z.string().optional(),
    agentKind: z.string().optional(),
    model: z.string().optional(),
    /** The client's own id of the request: a wire that names runs by it gets it back. */
    ref: z.string().optional(),
  }),
  'run.status': event('run.status', {
    status: runStatus,
    /** Why, where that is not plain (`recovered`: the server was started again; `steady`: it outlived that). */
    reason: z.string().optional(),
    /** The client's id of the message that brought this about, where no other event has it. */
    ref: z.string().optional(),
  }),
  'run.finished': event('run.finished', {
    status: finalStatus,
    text: z.string().optional(),
    reason: z.string().optional(),
    usage: tokenUsage.optional(),
    cost: z.number().nonnegative().optional(),
    durationMs: z.number().nonnegative().optional(),
  }),

  'message.started': event('message.started', { ...message, role: messageRole, name: z.string().optional() }),
  'message.completed': event('message.completed', { ...message, interrupted: z.boolean().optional() }),
  'text.delta': event('text.delta', { ...message, delta: z.string() }),
  'text.replaced': event('text.replaced', { ...message, text: z.string() }),
  'reasoning.delta': event('reasoning.delta', { ...message, delta: z.string() }),
  'reasoning.done': event('reasoning.done', message),
  'history.rewound': event('history.rewound', { toSeq: count }),

  'tool.args': event('tool.args', { callId: z.string(), name: z.string().optional(), delta: z.string() }),
  'tool.call': event('tool.call', {
    ...call,
    /** null when the model's arguments were not a JSON object; `argsText` then has what it wrote. */
    args: jsonObject.nullable(),
    argsText: z.string().optional(),
    messageId: z.string().optional(),
  }),
  'tool.started': event('tool.started', call),
  'tool.output': event('tool.output', { ...call, text: z.string() }),
  'tool.finished': event('tool.finished', {
    ...call,
    outcome: toolOutcome,
    result: json,
    /** The uncut result where `result` is an excerpt. */
    full: json.optional(),
    messageId: z.string().optional(),
  }),

  'input.requested': event('input.requested', {
    inputId: z.string(),
    kind: inputKind,
    prompt: z.string().optional(),
    callId: z.string().optional(),
    name: z.string().optional(),
    args: jsonObject.optional(),
    planId: z.string().optional(),
    expiresAt: z.number().optional(),
  }),
  'input.resolved': event('input.resolved', {
    inputId: z.string(),
    outcome: inputOutcome,
    text: z.string().optional(),
    args: jsonObject.optional(),
    by: z.string().optional(),
    /** The client's id of the message that answered, as in run.started. */
    ref: z.string().optional(),
  }),

  'todo.list': event('todo.list', { listId: z.string(), title: z.string().optional(), items: z.array(todoItem) }),
  'todo.item': event('todo.item', {
    listId: z.string(),
    itemId: z.string(),
    index: count,
    text: z.string(),
    status: todoStatus,
    by: z.string().optional(),
  }),
  'plan.proposed': event('plan.proposed', plan),
  'plan.edited': event('plan.edited', { ...plan, by: z.string().optional() }),
  'plan.step': event('plan.step', {
    planId: z.string(),
    index: count,
    count,
    title: z.string(),
    details: z.string().optional(),
    agentName: z.string().optional(),
    instruction: z.string().optional(),
    progress: z.string().optional(),
  }),
  image: event('image', {
    imageId: z.string(),
    url: z.string(),
    mediaType: z.string().optional(),
    alt: z.string().optional(),
  }),
  chart: event('chart', {
    analysisId: z.union([z.string(), z.number()]),
    callId: z.string().optional(),
    title: z.string().optional(),
    /** ECharts options: data, never code. */
    options: z.array(jsonObject),
  }),

  'node.entered': event('node.entered', { name: z.string() }),
  'node.exited': event('node.exited', { name: z.string(), error: z.string().optional() }),
  usage: event('usage', { ...tokenUsage.shape, cost: z.number().nonnegative().optional() }),
  'state.snapshot': event('state.snapshot', { state: json }),
  'state.update': event('state.update', { node: z.string().optional(), state: json }),
  checkpoint: event('checkpoint', {
    checkpointId: z.string(),
    step: z.number().int().optional(),
    state: json.optional(),
    threadId: z.string().optional(),
    ns: z.string().optional(),
    timestamp: z.string().optional(),
  }),

  'tot.expand': event('tot.expand', { candidates: z.array(z.string()) }),
  'tot.evaluate': event('tot.evaluate', { chosen: z.number().int(), scores: z.array(z.number()) }),
  'tot.backtrack': event('tot.backtrack', { reason: z.string(), toDepth: z.number().int() }),
  'got.plan': event('got.plan', {
    nodeCount: count,
    edgeCount: count,
    nodeIds: z.array(z.string()),
    edges: z.array(z.tuple([z.string(), z.string()])).optional(),
  }),
  'got.node': event('got.node', { id: z.string(), phase: thoughtPhase, text: z.string().optional() }),
  'got.expand': event('got.expand', { id: z.string(), nodesAdded: count, edgesAdded: count }),

  /** Degraded content of another wire whose original could not be restored. */
  notice: event('notice', { of: z.string(), text: z.string() }),
  custom: event('custom', { name: z.string().optional(), value: json }),
  /** A frame of another wire that has no meaning in this model: kept as it came. */
  foreign: event('foreign', { dialect: z.string(), data: json }),
  error: event('error', {
    message: z.string(),
    code: z.string().optional(),
    details: json.optional(),
    /** A fatal error ends its run; the `run.finished` follows. */
    fatal: z.boolean(),
  }),
} as const;

export type EventType = keyof typeof eventSchemas;
export type EventOf<T extends EventType> = z.output<(typeof eventSchemas)[T]>;
export type RunEvent = { [T in EventType]: EventOf<T> }[EventType];

type DraftOfEvent<E> = E extends unknown ? Omit<E, 'seq' | 'at'> & { at?: number } : never;
/** An event before the log stamped it. `at` is what a foreign wire said, for codecs that must say it again. */
export type Draft = DraftOfEvent<RunEvent>;
export type DraftOf<T extends EventType> = DraftOfEvent<EventOf<T>>;

export type RunStatus = z.output<typeof runStatus>;
export type FinalStatus = z.output<typeof finalStatus>;
export type MessageRole = z.output<typeof messageRole>;
export type ToolOutcome = z.output<typeof toolOutcome>;
export type TodoItem = z.output<typeof todoItem>;
export type TodoStatus = z.output<typeof todoStatus>;
export type PlanStep = z.output<typeof planStep>;
export type TokenUsage = z.output<typeof tokenUsage>;
export type FileRef = z.output<typeof fileRef>;
export type InputOutcome = z.output<typeof inputOutcome>;

/** The namespace of checkpoints that a server makes for itself after each step of a run: nothing to tell a person. */
export const STEP_NS = 'step';

export const eventTypes = Object.keys(eventSchemas) as EventType[];
export const eventSchema = z.discriminatedUnion(
  'type',
  Object.values(eventSchemas) as unknown as [(typeof eventSchemas)[EventType], ...(typeof eventSchemas)[EventType][]],
) as unknown as z.ZodType<RunEvent>;

/**
 * Says of a draft whose it is. Assigned rather than spread: a spread that adds fields gives every object a hidden class of
 * its own (V8 11), and all that reads the event then is ten times slower.
 */
export function ofRun(runId: string, draft: Draft): Draft {
  return Object.assign({}, draft, { runId });
}

/** The log's part of the work: gives a draft its place and time. */
export function stampDraft(draft: Draft, seq: number, at: number): RunEvent {
  return Object.assign({}, draft, { seq, at }) as RunEvent;
}
