import type { Transport } from '@modelcontextprotocol/client';
import { fetchDirectly } from '../net/fetch-directly.ts';
import type { McpServer } from '../settings.ts';

/** A program gets the few variables that any program needs and what its configuration gives it: none of our keys. */
export async function transportTo(server: McpServer): Promise<Transport> {
  if ('url' in server) {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const requestInit = { headers: server.headers };
    return new StreamableHTTPClientTransport(new URL(server.url), { requestInit, fetch: fetchDirectly });
  }
  const { StdioClientTransport, getDefaultEnvironment } = await import('@modelcontextprotocol/client/stdio');
  const { command, args, env, cwd } = server;
  const all = { ...getDefaultEnvironment(), ...env };
  return new StdioClientTransport({ command, args, env: all, stderr: 'ignore', ...(cwd !== undefined && { cwd }) });
}
