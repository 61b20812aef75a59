import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/** A program that tells its environment to whoever asks, in all the ways that a tool can tell something. */
function telling(): McpServer {
  const server = new McpServer({ name: 'telling', version: '1.0.0' });
  const all = () => JSON.stringify(process.env);
  server.registerTool('tell', { description: 'Tells' }, async () => ({ content: [{ type: 'text', text: all() }] }));
  server.registerTool('fail', { description: 'Fails' }, async () => ({
    content: [{ type: 'text', text: all() }],
    isError: true,
  }));
  server.registerTool('shape', { description: 'Shapes' }, async () => ({
    content: [],
    structuredContent: { env: { ...process.env } },
  }));
  return server;
}

serveStdio(telling);
