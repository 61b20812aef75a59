import { z } from 'zod';

const approval = z.enum(['never', 'destructive', 'always']);

/** When to ask before its tools run: as a rule, since nobody here knows what they do. */
const ofMcp = { approval: approval.optional() };

/** A server of the Model Context Protocol: a program to start, or an address. */
const mcpServer = z.union([
  z.strictObject({
    command: z.string(),
    args: z.array(z.string()).default([]),
    env: z.record(z.string(), z.string()).default({}),
    cwd: z.string().optional(),
    ...ofMcp,
  }),
  z.strictObject({ url: z.url(), headers: z.record(z.string(), z.string()).default({}), ...ofMcp }),
]);
export type McpServer = z.output<typeof mcpServer>;

const search = z.discriminatedUnion('provider', [
  z.strictObject({ provider: z.literal('searxng'), url: z.url() }),
  z.strictObject({ provider: z.literal('brave'), key: z.string(), url: z.url().optional() }),
  z.strictObject({ provider: z.literal('tavily'), key: z.string(), url: z.url().optional() }),
]);
export type SearchSettings = z.output<typeof search>;

/** The part of the configuration that is about tools. */
export const toolSettings = {
  /** Files that export tools made with `defineTool`. */
  tools: z.array(z.string()).default([]),
  /** When to ask before a tool runs, by its name. */
  approval: z.record(z.string(), approval).default({}),
  mcp: z.record(z.string().regex(/^[A-Za-z0-9_-]{1,24}$/), mcpServer).default({}),
  search: search.optional(),
  /** `host:port` of the own network that web_fetch and images may reach nevertheless. */
  fetchAllow: z.array(z.string()).default([]),
  /** Whether Polywire's own documents are part of everybody's knowledge base. */
  ownDocs: z.boolean().default(true),
};
export type ToolSettings = z.output<z.ZodObject<typeof toolSettings>>;

/** What the environment says of web search: `POLYWIRE_SEARCH` names the service. */
export function searchOf(env: NodeJS.ProcessEnv): Record<string, string> | undefined {
  const { POLYWIRE_SEARCH: provider, POLYWIRE_SEARCH_URL: url, POLYWIRE_SEARCH_KEY: key } = env;
  if (provider === undefined) return undefined;
  return { provider, ...(url !== undefined && { url }), ...(key !== undefined && { key }) };
}
