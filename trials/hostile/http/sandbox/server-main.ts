import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { dialects } from '@polywire/protocol';
import { type ConfigFile, createLogger, startServer } from '../../../../packages/server/src/index.ts';

/** The server with its real tools, in a process of its own; it ends with the one who started it. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const config = JSON.parse(process.argv[2] ?? '{}') as ConfigFile;
const agents = [fileURLToPath(new URL('./agent.ts', import.meta.url))];
const agent = 'sandboxed';
const agentByDialect = Object.fromEntries(dialects.map(({ name }) => [name, agent]));
const server = await startServer(
  { port: 0, ownDocs: false, agents, agent, agentByDialect, ...config },
  { logger: createLogger({ level: 'warn', isReadable: false }) },
);
process.on('disconnect', () => process.exit(0));
process.on('message', () => {
  // What the collector has yet to take was used, and is not kept.
  collect();
  process.send?.({ rss: process.memoryUsage.rss() });
});
process.send?.({ url: server.url });
