import * as z from 'zod';
import { readJsonObject } from '../../codec/read-json.ts';
import { refusalCodes } from '../../commands.ts';
import { parseCursor } from '../../cursor.ts';
import { finalStatus, toolOutcome } from '../../events.ts';
import * as faults from '../../faults.ts';
import { json, jsonObject } from '../../json.ts';

/** A call that the front end shows as the model's words. */
export const TEXT_TOOL = 'generate_response';
/** A call whose result makes the front end fetch a chart. */
export const CHART_TOOL = 'display_analyse_by_code_result';

/** Blocks of a message, in AgentScope's form. Fields behind "ours" are additions that the front end ignores. */
const textBlock = z.object({ type: z.literal('text'), text: z.string() });
const thinkingBlock = z.object({ type: z.literal('thinking'), thinking: z.string() });
const toolUseBlock = z.object({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: jsonObject.nullish(),
  /** ours: what the model wrote where that was no object */ args_text: z.string().optional(),
});
const outputBlock = z.looseObject({ type: z.string(), text: z.string().optional() });
const toolResultBlock = z.object({
  type: z.literal('tool_result'),
  id: z.string(),
  name: z.string().optional(),
  /** Blocks; a plain string after an interrupt. */
  output: z.union([z.string(), z.array(outputBlock)]).nullish(),
  /** ours */ outcome: toolOutcome.optional(),
  /** ours: the result where the output has words of ours; null where there was none */
  result: z.string().nullable().optional(),
  /** ours: the call that made a chart, where that was another one */ call_id: z.string().optional(),
});
const imageBlock = z.object({
  type: z.literal('image'),
  source: z.discriminatedUnion('type', [
    z.object({ type: z.literal('url'), url: z.string() }),
    z.object({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
  ]),
  /** ours */ image_id: z.string().optional(),
  /** ours */ alt: z.string().optional(),
  /** ours */ media_type: z.string().optional(),
});
const knownBlock = z.discriminatedUnion('type', [textBlock, thinkingBlock, toolUseBlock, toolResultBlock, imageBlock]);
export const knownBlocks: ReadonlySet<string> = new Set(['text', 'thinking', 'tool_use', 'tool_result', 'image']);
const otherBlock = z.looseObject({ type: z.string().refine((type) => !knownBlocks.has(type)) });

const message = z.object({
  id: z.string(),
  name: z.string().optional(),
  role: z.string().optional(),
  content: z.array(z.union([knownBlock, otherBlock])),
  metadata: json.optional(),
  /** Local time of the message's start, `YYYY-MM-DD HH:MM:SS.mmm`. */
  timestamp: z.string().optional(),
  /** ours: an update that is no preview; its calls are as the model made them */ exact: z.boolean().optional(),
  /** ours: the text was corrected rather than continued */ replaced: z.boolean().optional(),
  /** ours */ interrupted: z.boolean().optional(),
});

function frame<T extends string, S extends z.ZodType>(type: T, body: S) {
  return z.object({ session_id: z.string().nullish(), type: z.literal(type), message: body });
}

/** ours: belongs to no run: a refused request, or an error between runs */
const outside_run = z.boolean().optional();

export const server = {
  status: frame('status', z.object({ hint: z.string() })),
  error: frame(
    'error',
    z.object({
      hint: z.string(),
      /** ours */ code: z.string().optional(),
      /** ours */ details: json.optional(),
      /** ours: said only because this wire ends such a run with an error; `response_completed` tells the same */
      implied: z.boolean().optional(),
      outside_run,
      /** ours: the request was not taken */
      refused: z.object({ code: z.enum(refusalCodes), ref: z.string().optional() }).optional(),
    }),
  ),
  message_update: frame('message_update', message),
  message_completed: frame('message_completed', message),
  response_completed: frame(
    'response_completed',
    z
      .object({
        /** ours: how the run ended, where `error` frames alone would say otherwise */ status: finalStatus.optional(),
        outside_run,
      })
      .optional(),
  ),
} as const;

const cursorText = z
  .string()
  .refine((text) => parseCursor(text) !== undefined, { error: faults.noCursor.en, params: faults.noCursor });

export const client = {
  /** Body of `POST /chat/stream`, and a frame on `/chat/ws`. */
  message: z.object({
    session_id: z.string().nullish(),
    user_input: z.string(),
    model_config_id: z.union([z.number(), z.string()]).nullish(),
    model_id: z.string().nullish(),
    /** ours: makes a retry harmless */ ref: z.string().optional(),
    /** ours: the last frame that was seen, so that an answer is not taken for a newer question's */
    after: cursorText.optional(),
    /** ours */ cursor: z.boolean().optional(),
    /** ours */ restore: z.boolean().optional(),
  }),
  /** ours: watch a session, from after a cursor where one is given */
  attach: z.object({
    session_id: z.string().min(1),
    attach: z.literal(true),
    after: cursorText.optional(),
    cursor: z.boolean().optional(),
    restore: z.boolean().optional(),
  }),
  /** ours, body of `POST /chat/stop`: clients with cursors only detach when they close, so they need a word for it */
  stop: z.object({ session_id: z.string().min(1) }),
  /** Body of `POST /chat/get_analyse_by_code_result`. */
  analysis: z.object({
    analyse_id: z.union([z.number(), z.string().min(1)]),
    session_id: z.string().nullish(),
  }),
} as const;

export type ServerFrame = z.output<(typeof server)[keyof typeof server]>;
export type ServerType = ServerFrame['type'];
export type Message = z.output<typeof message>;
export type Block = Message['content'][number];
export type KnownBlock = z.output<typeof knownBlock>;
export type BlockOf<T extends KnownBlock['type']> = Extract<KnownBlock, { type: T }>;

export function isBlock<T extends KnownBlock['type']>(block: Block, type: T): block is BlockOf<T> & Block {
  return block.type === type;
}

/** Ids of messages that stand for no message of the conversation: a lone call, a result, a chart. */
export function madeId(seq: number, n: number): string {
  return `~${seq}.${n}`;
}
export function isMade(id: string): boolean {
  return /^~\d+\.\d+$/.test(id);
}

/** The chart that the text of a result names: `{"analyse_id":1}`, with a title from Polywire. */
export function chartIn(text: string): z.output<typeof chartText> | undefined {
  const parsed = readJsonObject(text);
  return parsed.ok ? chartText.safeParse(parsed.object).data : undefined;
}
const chartText = z.object({ analyse_id: z.union([z.number(), z.string()]), title: z.string().optional() });
