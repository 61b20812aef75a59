import { dialects } from '@polywire/protocol';
import { type ConfigFile, createLogger, startServer } from '../../../../packages/server/src/index.ts';
import { planted } from '../../fuzz/planted.ts';
import { player } from './agent.ts';

/** The server under attack, in a process of its own; it ends with the one who started it. */
const config = JSON.parse(process.argv[2] ?? '{}') as ConfigFile;
const fault = planted[process.argv[3] ?? ''];
const server = await startServer(
  { port: 0, ownDocs: false, ...config },
  // Commands ask for agents by name: the usual one is there.
  {
    ...(fault && { dialects: dialects.map(fault) }),
    agents: [player, { ...player, name: 'react' }],
    logger: createLogger({ level: 'warn', isReadable: false }),
  },
);
process.on('disconnect', () => process.exit(0));
let peak = 0;
const measure = () => {
  const rss = process.memoryUsage.rss();
  peak = Math.max(peak, rss);
  return rss;
};
setInterval(measure, 100).unref();
process.on('message', () => {
  const rss = measure();
  process.send?.({ rss, peak });
  peak = rss;
});
process.send?.({ url: server.url });
