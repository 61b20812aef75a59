import * as z from 'zod';
import { json, jsonObject } from '../../json.ts';

/** How runs are called that never were: what was asked for was refused. */
export const REFUSED = 'refused_';

/** Server messages: `{event, run_id, payload}`. Fields behind "ours" are additions that AURA ignores. */
function serverMessage<T extends string, S extends z.core.$ZodShape>(event: T, payload: S) {
  return z.object({ event: z.literal(event), run_id: z.string(), payload: z.object(payload) });
}

export const server = {
  run_started: serverMessage('run_started', { session_id: z.string().nullish(), user_input: z.string().nullish() }),
  text_chunk: serverMessage('text_chunk', {
    chunk: z.string(),
    /** ours: whose text this is, while several messages are open */ message_id: z.string().optional(),
    /** ours: a paragraph break between two messages, part of neither */ separator: z.boolean().optional(),
  }),
  tool_call_started: serverMessage('tool_call_started', {
    tool_name: z.string(),
    args: jsonObject,
    /** ours */ call_id: z.string().optional(),
    /** ours: what the model wrote where that was no object */ args_text: z.string().optional(),
    /** ours: the tool's name where `tool_name` had to be made unique */ name: z.string().optional(),
    /** ours: the call ended before the tool began */ started: z.literal(false).optional(),
  }),
  tool_call_finished: serverMessage('tool_call_finished', {
    tool_name: z.string(),
    status: z.enum(['success', 'error']),
    result: z.string(),
    /** ours */ call_id: z.string().optional(),
    /** ours */ outcome: z.enum(['ok', 'error', 'denied', 'unknown']).optional(),
    /** ours: there was no result, `result` is our wording of the outcome */ implied: z.boolean().optional(),
  }),
  run_finished: serverMessage('run_finished', {
    status: z.enum(['completed', 'failed', 'timed_out']),
    /** ours: tells a stop from a failure */ reason: z.literal('stopped').optional(),
  }),
  error: serverMessage('error', {
    message: z.string(),
    details: json.optional(),
    /** ours */ code: z.string().optional(),
    /** ours: said only because this wire ends a run with an error; `run_finished` tells the same */
    implied: z.boolean().optional(),
  }),
} as const;

export const client = {
  user_message: z.object({
    type: z.literal('user_message'),
    payload: z.object({
      content: z.string(),
      session_id: z.string().nullish(),
      /** ours: makes a retry harmless */ ref: z.string().nullish(),
    }),
  }),
  ping: z.object({ type: z.literal('ping') }),
} as const;

export type ServerMessage = z.output<(typeof server)[keyof typeof server]>;
export type ClientMessage = z.output<(typeof client)[keyof typeof client]>;
