import { dialects } from '@polywire/protocol';
import { z } from 'zod';

const names = dialects.map(({ name }) => name) as [string, ...string[]];

/** Another server whose runs are offered here as those of an agent. Its address comes from nowhere else. */
export const upstream = z.strictObject({
  /** What the agent is called here. */
  name: z.string().min(1),
  dialect: z.enum(names),
  url: z.url({ protocol: /^(https?|wss?)$/ }),
  /** Which of the dialect's addresses, by its path; the first where nothing is said. */
  endpoint: z.string().optional(),
  token: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** The agent and the model to ask for there. */
  agent: z.string().optional(),
  model: z.string().optional(),
  /** A server that is silent for so long in a run is given up. */
  idleMs: z.number().int().min(100).default(120_000),
  description: z.strictObject({ en: z.string(), zh: z.string() }).optional(),
});
export type Upstream = z.output<typeof upstream>;

/** The part of the configuration that is about other servers. */
export const gatewayConfig = { upstreams: z.array(upstream).default([]) };
