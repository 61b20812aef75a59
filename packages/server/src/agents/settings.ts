import { z } from 'zod';

const count = z.number().int().min(1);

/** How the built-in agents work. */
export const agentSettings = z.strictObject({
  /** How much of the session goes into a request; what is older is summarised. */
  historyTokens: count.default(8_000),
  tot: z
    .strictObject({
      /** Candidates at each node. */
      breadth: count.max(8).default(3),
      depth: count.max(8).default(2),
      /** Nodes that are expanded at most, backtracking included. */
      budget: count.max(64).default(8),
      /** A candidate with less than this, from 0 to 1, is not followed. */
      threshold: z.number().min(0).max(1).default(0.4),
    })
    .prefault({}),
  got: z
    .strictObject({
      maxNodes: count.max(64).default(16),
      /** Thoughts that are thought at once. */
      parallel: count.max(16).default(4),
      /** Further tries of a thought that failed. */
      retries: z.number().int().min(0).max(5).default(1),
    })
    .prefault({}),
  team: z
    .strictObject({
      /** How often a plan may be made anew after a step failed. */
      replans: z.number().int().min(0).max(10).default(2),
      /** Who there is beside the usual ones: name and what they do. */
      members: z.record(z.string(), z.string()).default({}),
    })
    .prefault({}),
});
export type AgentSettings = z.output<typeof agentSettings>;

/** The part of the configuration that is about agents. */
export const agentConfig = {
  /** Files that export agents made with `defineAgent`. */
  agents: z.array(z.string()).default([]),
  /** Who answers where neither the message, nor its session, nor its dialect says who. */
  agent: z.string().default('react'),
  /** The same by dialect, in place of what its users expect. */
  agentByDialect: z.record(z.string(), z.string()).default({}),
  agentOptions: agentSettings.prefault({}),
};
