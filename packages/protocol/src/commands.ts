import * as z from 'zod';
import { fileRef, planStep, todoStatus } from './events.ts';
import { json, jsonObject } from './json.ts';

/** On every command. `session` is the session as the wire names it; a wire that has it in its path leaves it out. */
const envelope = {
  session: z.string().optional(),
  /** The client's own id of the request, echoed in the answer; for messages it makes a retry harmless. */
  ref: z.string().optional(),
  /** The client's credential, where a wire has it in the message. For the wire layer alone: never stored or logged. */
  token: z.string().optional(),
  /** What is added to this client's frames from now on, where a wire asks for it in the message. */
  wants: z.object({ cursor: z.boolean(), restore: z.boolean() }).optional(),
};

function command<T extends string, S extends z.core.$ZodShape>(type: T, shape: S) {
  return z.object({ type: z.literal(type), ...envelope, ...shape });
}

const aboutRun = { runId: z.string().optional() };
/** A file as a client sends it: by reference to an upload, or whole. */
const attachment = fileRef.extend({ content: z.string().optional() });

export const commandSchemas = {
  'message.send': command('message.send', {
    text: z.string(),
    files: z.array(attachment).optional(),
    agent: z.string().optional(),
    model: z.string().optional(),
    /** Seq of the last event delivered to this client: tells whether a message can mean an answer. */
    seen: z.number().int().nonnegative().optional(),
    /** What only some agents understand (an attached plan, a team's configuration). */
    options: jsonObject.optional(),
  }),
  'input.answer': command('input.answer', {
    ...aboutRun,
    /** Missing where the wire has one question at a time: the oldest open one is meant. */
    inputId: z.string().optional(),
    callId: z.string().optional(),
    /** `unclear` is never a yes: the question stays open. */
    decision: z.enum(['approve', 'reject', 'reply', 'unclear']),
    text: z.string().optional(),
    args: jsonObject.optional(),
    steps: z.array(planStep).optional(),
    files: z.array(attachment).optional(),
  }),
  'run.pause': command('run.pause', aboutRun),
  'run.resume': command('run.resume', aboutRun),
  'run.stop': command('run.stop', { ...aboutRun, reason: z.string().optional() }),
  'todo.set': command('todo.set', { listId: z.string(), itemId: z.string(), status: todoStatus }),
  'plan.edit': command('plan.edit', { planId: z.string(), summary: z.string().optional(), steps: z.array(planStep) }),
  'history.rewind': command('history.rewind', { toSeq: z.number().int().nonnegative() }),
  attach: command('attach', { after: z.string().optional() }),
  ping: command('ping', {}),
  /** Everything that is not about a session's stream: `models.list`, `sessions.get`, `analysis.get`, … */
  call: command('call', { what: z.string(), params: z.record(z.string(), json) }),
} as const;

export type CommandType = keyof typeof commandSchemas;
export type CommandOf<T extends CommandType> = z.output<(typeof commandSchemas)[T]>;
export type Command = { [T in CommandType]: CommandOf<T> }[CommandType];
export type Attachment = z.output<typeof attachment>;

/** Whether the content of a whole file is base 64: what a text can hold is sent as it is. */
export function isInBase64({ name, mediaType = '' }: Pick<Attachment, 'name' | 'mediaType'>): boolean {
  return BINARY.test(mediaType) || (mediaType === '' && BINARY_NAME.test(name));
}
const BINARY = /^(image\/|application\/pdf)/i;
const BINARY_NAME = /\.(png|jpe?g|gif|webp|pdf)$/i;

export const commandTypes = Object.keys(commandSchemas) as CommandType[];
export const commandSchema = z.discriminatedUnion(
  'type',
  Object.values(commandSchemas) as unknown as [
    (typeof commandSchemas)[CommandType],
    ...(typeof commandSchemas)[CommandType][],
  ],
) as unknown as z.ZodType<Command>;

/** What became of a command. Refusals are values; the dialect says them in its own words. */
export type Outcome = { ok: true; value?: unknown } | { ok: false; error: Refusal };
export interface Refusal {
  code: RefusalCode;
  message: string;
}
export const refusalCodes = [
  'INVALID',
  'UNKNOWN',
  'NOT_FOUND',
  'NOT_ALLOWED',
  'CONFLICT',
  'ALREADY_DECIDED',
  'UNCLEAR',
  'BUSY',
  'TOO_LARGE',
  'RATE_LIMITED',
  'STORAGE_FULL',
  'UNAVAILABLE',
  'SHUTTING_DOWN',
  'INTERNAL',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];
