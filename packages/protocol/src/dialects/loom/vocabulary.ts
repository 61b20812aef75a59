import * as z from 'zod';
import { commandSchema } from '../../commands.ts';
import { jsonObject } from '../../json.ts';
import { exportKeys } from './export-form.ts';
import { answers, queries } from './queries.ts';
import * as wire from './wire.ts';

const text = z.string();
const maybeText = text.nullish();
const flag = z.boolean().nullish();

/** What a stopped run is answered with: one build of the web client waits for the one, one for the other. */
export const cancelAnswers = ['cancel_run', 'cancel_run_ack'] as const;
const cancelAnswer = z.object({ type: z.enum(cancelAnswers), id: maybeText, run_id: maybeText });
/** ours: what became of an approval's answer, an attachment or another command. */
const doneAnswers = ['tool_approval_response', 'attach', 'command'] as const;
const done = z.object({
  type: z.enum(doneAnswers),
  id: maybeText,
  ok: z.boolean(),
});
/** Any value but none. */
const something = z.union([z.null(), z.boolean(), z.number(), text, z.array(z.unknown()), jsonObject]);
const exported = z.union(exportKeys.map((key) => z.object({ [key]: something })));

export const server = {
  ...wire.events,
  run_stream_event: wire.runStreamEvent,
  run_end: wire.runEnd,
  reply: wire.reply,
  error: wire.error,
  pong: wire.pong,
  ...answers,
  cancel_run: cancelAnswer,
  done,
  export: exported,
} as const;

const part = z.union([
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('image_url'), image_url: z.union([text, z.object({ url: text })]) }),
  /** ours */ z.object({ type: z.literal('file'), file: jsonObject }),
]);

function request<T extends string, S extends z.core.$ZodShape>(type: T, shape: S) {
  return z.object({ type: z.literal(type), id: maybeText, ...shape });
}

export const run = request('run', {
  message: z.union([text, z.array(part)]),
  agent: maybeText,
  thread_id: maybeText,
  workspace_id: maybeText,
  working_folder: maybeText,
  got_adaptive: flag,
  verbose: flag,
  model: maybeText,
  /** ours: real servers insist on an agent; this one was not asked for */ default_agent: flag,
  /** ours: the last event this client saw */ seen: z.number().int().nonnegative().nullish(),
});
export const cancelRun = request('cancel_run', { run_id: text, /** ours */ thread_id: maybeText });
/** ours: Loom shows approvals and has no word for their answer. */
export const approvalResponse = request('tool_approval_response', {
  run_id: maybeText,
  call_id: text,
  input_id: maybeText,
  approved: z.boolean(),
  arguments: jsonObject.nullish(),
  thread_id: maybeText,
});
/** ours: takes up a session where this client left it. */
export const attach = request('attach', {
  thread_id: text,
  after: maybeText,
  run_id: maybeText,
  after_event_id: z.number().int().nonnegative().nullish(),
  cursor: flag,
  restore: flag,
});
/** ours: whatever Loom has no request for. */
export const command = request('command', { thread_id: maybeText, command: commandSchema });

export const client = {
  run,
  cancel_run: cancelRun,
  ping: request('ping', {}),
  ...Object.fromEntries(
    Object.entries(queries).map(([type, { params }]) => [
      type,
      request(type, Object.fromEntries(params.map(([name, , schema]) => [name, schema]))),
    ]),
  ),
  tool_approval_response: approvalResponse,
  attach,
  command,
} as const;

export function isVocabulary(type: string): boolean {
  return Object.hasOwn(server, type) || commandAnswers.has(type);
}

const commandAnswers: ReadonlySet<string> = new Set([...cancelAnswers, ...doneAnswers]);

export type Part = z.output<typeof part>;
