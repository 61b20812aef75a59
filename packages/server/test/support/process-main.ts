import { readConfig } from '../../src/config.ts';
import { startServer } from '../../src/index.ts';
import { scriptAgent } from './script-agent.ts';

/** The server as a process of its own, with the scripted agent: something that a test can kill. */
const config = await readConfig(process.argv.slice(2), {});
if (config !== 'help') {
  const server = await startServer({ ...config, ownDocs: false }, { agents: [scriptAgent] });
  process.stdout.write(`${server.url}\n`);
  process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
}
