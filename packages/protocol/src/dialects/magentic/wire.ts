import * as z from 'zod';
import { refusalCodes } from '../../commands.ts';
import { finalStatus, inputKind, tokenUsage } from '../../events.ts';
import { json, jsonObject } from '../../json.ts';

const text = z.string();
const optionalText = text.optional();
const timestamp = { timestamp: optionalText };

/** `{string: string}` where Magentic-UI writes it; other servers put other values there, which are read as text. */
const metadata = jsonObject.nullish();

/** AutoGen's message and the document's in one: `source`, `type` and `models_usage` are AutoGen's. */
const agentMessage = z.object({
  source: optionalText,
  models_usage: json.optional(),
  metadata,
  content: z.union([text, z.array(json)]),
  type: optionalText,
});

/** ours, on whatever says that a command was refused: its own client needs no more of the frame */
const refused = z.object({ code: z.enum(refusalCodes), ref: optionalText }).optional();

/** ours: the run that begins, and whether its task follows as a message */
const start = z.object({
  turn: optionalText,
  echo: z.boolean(),
  ref: optionalText,
  agent_kind: optionalText,
  model: optionalText,
});

/** ours: the end of the run as it was logged; a `text` of null is the `task_result` */
export const runResult = z.object({
  status: finalStatus,
  text: text.nullish(),
  reason: optionalText,
  usage: tokenUsage.optional(),
  cost: z.number().nonnegative().optional(),
  durationMs: z.number().nonnegative().optional(),
});

/** Document and program differ in all of these; what is not understood is left. */
export const teamResult = z.object({
  task_result: z.union([
    text,
    z.object({ messages: z.array(json).catch([]), stop_reason: text.nullish().catch(null) }),
  ]),
  usage: z
    .object({ tokens: z.number().int().nonnegative(), cost: z.number().nonnegative() })
    .optional()
    .catch(undefined),
  duration: z.number().nonnegative().optional().catch(undefined),
  run: runResult.optional().catch(undefined),
});

function ending<T extends string>(type: T) {
  return z.object({ type: z.literal(type), status: text, data: json.optional(), ...timestamp, refused });
}

export const server = {
  error: z.object({ type: z.literal('error'), error: text, ...timestamp }),
  message: z.object({ type: z.literal('message'), data: agentMessage, refused }),
  /** The page ignores it; a client of ours shows the text while it grows. */
  message_chunk: z.object({ type: z.literal('message_chunk'), data: agentMessage }),
  input_request: z.object({
    type: z.literal('input_request'),
    input_type: z.enum(['text_input', 'approval']).nullish(),
    prompt: text.nullish(),
    data: json.optional(),
    ...timestamp,
    /** ours */ input_id: optionalText,
    /** ours: tells a plan from a text */ kind: inputKind.optional(),
    /** ours: the prompt alone where `prompt` says more; null where there is none */ question: text.nullish(),
    /** ours */ call_id: optionalText,
    /** ours */ name: optionalText,
    /** ours: what an approval is given for */ arguments: jsonObject.optional(),
    /** ours */ plan_id: optionalText,
    /** ours */ expires_at: z.number().optional(),
    refused,
  }),
  system: z.object({
    type: z.literal('system'),
    status: text,
    ...timestamp,
    start: start.optional().catch(undefined),
    /** ours */ reason: optionalText,
    /** ours: said only because the page wants it before an echoed answer */ implied: z.boolean().optional(),
  }),
  result: ending('result'),
  completion: ending('completion'),
  pong: z.object({ type: z.literal('pong'), ...timestamp, /** ours */ ref: optionalText }),
} as const;

/** The page sends images whole and other files by the path of their upload; older ones send every file whole. */
export const file = z.object({
  name: text,
  type: optionalText,
  /** In base 64, whatever it is. Of an upload it only says where that is. */ content: optionalText,
  size: z.number().int().nonnegative().optional(),
  path: optionalText,
  uploaded: z.boolean().nullish(),
});

/** ours: makes a retry harmless, and names the run that is meant */
const ours = { ref: optionalText, turn: optionalText };
const files = z.array(file).nullish();

export const client = {
  start: z.object({
    type: z.literal('start'),
    task: z.union([text, jsonObject]),
    files,
    team_config: jsonObject.nullish(),
    settings_config: jsonObject.nullish(),
    /** ours */ ref: optionalText,
    /** ours */ agent: optionalText,
    /** ours */ model: optionalText,
    /** ours */ options: jsonObject.optional(),
  }),
  input_response: z.object({
    type: z.literal('input_response'),
    response: z.union([text, jsonObject]),
    files,
    /** ours */ input_id: optionalText,
    /** ours */ call_id: optionalText,
    /** ours: changed arguments of an approved call */ arguments: jsonObject.optional(),
    /** ours: tells a reply "no" from a refusal */ decision: z
      .enum(['approve', 'reject', 'reply', 'unclear'])
      .optional(),
    ...ours,
  }),
  pause: z.object({ type: z.literal('pause'), ...ours }),
  resume: z.object({ type: z.literal('resume'), ...ours }),
  stop: z.object({ type: z.literal('stop'), reason: text.nullish(), ...ours }),
  ping: z.object({ type: z.literal('ping'), ref: optionalText }),
} as const;

export type ServerType = keyof typeof server;
export type ServerMessage = { [T in ServerType]: z.output<(typeof server)[T]> }[ServerType];
export type ServerMessageOf<T extends ServerType> = z.output<(typeof server)[T]>;
export type ClientMessage = z.output<(typeof client)[keyof typeof client]>;
export type WireFile = z.output<typeof file>;
export type AgentMessage = z.output<typeof agentMessage>;
