import { z } from 'zod';

export const server = {
  start: z.object({ do: z.literal('start'), run: z.string(), input: z.string().optional() }),
  text: z.object({ do: z.literal('text'), text: z.string(), /** Between two messages. */ gap: z.boolean().optional() }),
  error: z.object({ do: z.literal('error'), message: z.string(), fatal: z.boolean() }),
  end: z.object({ do: z.literal('end'), status: z.enum(['complete', 'stopped', 'error', 'timed_out', 'asks']) }),
} as const;

export const client = {
  ask: z.object({ do: z.literal('ask'), text: z.string() }),
} as const;

export type ServerMessage = z.output<(typeof server)[keyof typeof server]>;
