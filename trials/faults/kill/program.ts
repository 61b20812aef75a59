import { readConfig } from '../../../packages/server/src/config.ts';
import { startServer } from '../../../packages/server/src/index.ts';
import { worker } from './worker.ts';

const config = await readConfig(process.argv.slice(2), {});
if (config !== 'help') {
  const server = await startServer({ ...config, ownDocs: false }, { agents: [worker] });
  process.stdout.write(`${server.url}\n`);
}
