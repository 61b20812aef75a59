import * as z from 'zod';
import { refusalCodes } from '../../commands.ts';
import { finalStatus, todoStatus, toolOutcome } from '../../events.ts';
import * as faults from '../../faults.ts';
import { json } from '../../json.ts';

const text = z.string().nullish();

/** On every frame. We always send all of them; servers in the field leave out what they do not use. */
const base = {
  id: text,
  role: text,
  session_id: text,
  conversation_id: text,
  tool_use_id: text,
  content: text,
  toolName: text,
  args: json.optional(),
  result: json.optional(),
  status: text,
  error: text,
};

/** ours: belongs to no run */
const outside_run = z.boolean().nullish();

/** Server messages. Fields behind "ours" are additions that the front end ignores. */
function serverMessage<T extends string, S extends z.core.$ZodShape>(type: T, fields: S) {
  return z.object({ type: z.literal(type), ...base }).extend(fields);
}

/** What the newest front end reads of a list … */
const nestedList = z.object({
  list_id: text,
  items: z.array(z.object({ content: z.string(), status: todoStatus.nullish(), active_form: text })),
});
/** … and of a change; the item is `todo_<index>` or a part of its text. */
const nestedItem = z.object({
  item_id: text,
  completed: z.boolean().nullish(),
  status: todoStatus.nullish(),
});
/** `data` of a sub-agent's card. Fields we do not know are kept. */
const subAgent = z.looseObject({ agentName: text, subAgentId: text, prompt: text, message: text });

export const server = {
  session_id: serverMessage('session_id', {}).refine(({ session_id, id }) => session_id ?? id, {
    error: faults.noSession.en,
    params: faults.noSession,
  }),
  chunk: serverMessage('chunk', {
    /** ours, on `[DONE]`: how the run ended, where that is not plain from what came before */
    final: finalStatus.nullish(),
    /** ours, on `[DONE]`: it ends no run, a request was refused */
    refusal: z.object({ code: z.enum(refusalCodes), message: z.string(), ref: z.string().optional() }).nullish(),
    /** ours: words of a refusal */ refused: z.boolean().nullish(),
    /** ours: what another frame says, for front ends that do not show that one */ echo: z.boolean().nullish(),
    /** ours: a paragraph break between two messages, part of neither */ separator: z.boolean().nullish(),
  }),
  reasoning: serverMessage('reasoning', {}),
  tool_use: serverMessage('tool_use', {
    toolName: z.string(),
    /** ours: what the model wrote where that was no object */ args_text: text,
    /** ours: false for a call that was denied or cut before it ran */ started: z.boolean().nullish(),
  }),
  tool_result: serverMessage('tool_result', {
    /** ours: tells a refusal from a failure */ outcome: toolOutcome.nullish(),
    /** ours: there was no result, `error` is our wording of the outcome */ implied: z.boolean().nullish(),
  }),
  todo_list: serverMessage('todo_list', {
    list_id: text,
    title: text,
    items: z.array(z.object({ id: text, text: z.string(), completed: z.boolean().nullish() })).nullish(),
    data: nestedList.nullish(),
  }).refine(({ items, data }) => items ?? data, { error: faults.noItems.en, params: faults.noItems }),
  todo_update: serverMessage('todo_update', {
    list_id: text,
    item_id: text,
    completed: z.boolean().nullish(),
    text,
    data: nestedItem.nullish(),
    outside_run,
  }).refine(({ item_id, data }) => item_id ?? data?.item_id, { error: faults.noItem.en, params: faults.noItem }),
  image: serverMessage('image', { url: z.string(), mediaType: text, alt: text }),
  error: serverMessage('error', {
    error: z.string(),
    code: text,
    /** ours */ details: json.optional(),
    /** ours: the error's own code where `code` must say that the time was up; null where it had none */ cause: text,
    /** ours: false where the run goes on */ fatal: z.boolean().nullish(),
    /** ours: said only because this wire shows a bad end as an error; `[DONE]` tells the same */
    implied: z.boolean().nullish(),
    /** ours: words of a refusal */ refused: z.boolean().nullish(),
    outside_run,
  }),
  sub_agent: serverMessage('sub_agent', { data: subAgent.nullish() }),
  sub_agent_end: serverMessage('sub_agent_end', { data: subAgent.nullish() }),
} as const;

/** Fields of a request besides what it is about. All but `token` and `session_id` are ours. */
const request = {
  session_id: text,
  token: text,
  /** makes a retry harmless */ ref: text,
  /** the last frame that was seen: `12.0`, or `12` for all of event 12 */ after: text,
  /** stamp frames with their cursor */ cursor: z.boolean().nullish(),
  /** send events beside their degraded form */ restore: z.boolean().nullish(),
};

export const client = {
  message: z.object({ content: z.string(), ...request }),
  /** ours */ attach: z.object({ type: z.literal('attach'), ...request, session_id: z.string().min(1) }),
  /** ours: for clients with cursors, whose close does not stop the run */
  stop: z.object({ type: z.literal('stop'), ...request, session_id: z.string().min(1) }),
} as const;

export type ServerType = keyof typeof server;
export type ServerMessage<T extends ServerType = ServerType> = z.output<(typeof server)[T]>;
export type ClientMessage = z.output<(typeof client)[keyof typeof client]>;

/** Exactly this content ends a turn. */
export const DONE = '[DONE]';
/** The error code of a run that took too long. */
export const TIMED_OUT = 'TIMED_OUT';
