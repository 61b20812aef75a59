import * as z from 'zod';
import { commandSchemas, refusalCodes } from '../../commands.ts';
import { eventSchemas } from '../../events.ts';
import { json } from '../../json.ts';

/** Frames beside the events: they belong to a connection or to a command, not to the session's log. */
export const session = z.object({ type: z.literal('session'), id: z.string() });
export const pong = z.object({ type: z.literal('pong'), ref: z.string().optional() });
export const answer = z.object({
  type: z.literal('answer'),
  to: z.string(),
  ref: z.string().optional(),
  ok: z.boolean(),
  value: json.optional(),
  error: z.object({ code: z.enum(refusalCodes), message: z.string() }).optional(),
});

export const server = { ...eventSchemas, session, pong, answer } as const;
export const client = commandSchemas;
