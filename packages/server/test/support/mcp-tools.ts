import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A small server of the Model Context Protocol. */
export function mcpTools(): McpServer {
  const server = new McpServer({ name: 'sums', version: '1.0.0' });
  const sum = { description: 'Adds two numbers', inputSchema: z.object({ a: z.number(), b: z.number() }) };
  server.registerTool('add', { ...sum, annotations: { readOnlyHint: true } }, async ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
  }));
  server.registerTool('env', { description: 'Names of variables' }, async () => ({
    content: [{ type: 'text', text: Object.keys(process.env).join(' ') }],
  }));
  server.registerTool('fail', { description: 'Fails' }, async () => ({
    content: [{ type: 'text', text: 'it is broken' }],
    isError: true,
  }));
  server.registerTool('picture', { description: 'A picture' }, async () => ({
    content: [
      { type: 'image', data: Buffer.from('89504e470d0a1a0a', 'hex').toString('base64'), mimeType: 'image/png' },
    ],
  }));
  server.registerTool('trace', { description: 'The trace that it is called in' }, async ({ mcpReq }) => ({
    content: [{ type: 'text', text: String(mcpReq._meta?.traceparent) }],
  }));
  server.registerTool('die', { description: 'Ends' }, async () => process.exit(1));
  return server;
}
