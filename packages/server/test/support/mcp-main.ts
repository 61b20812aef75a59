import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { mcpTools } from './mcp-tools.ts';

serveStdio(mcpTools);
