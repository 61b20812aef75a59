import { readConfig } from '../../packages/server/src/config.ts';
import { startServer } from '../../packages/server/src/index.ts';
import { StoreError } from '../../packages/server/src/store/errors.ts';
import { scriptAgent } from '../../packages/server/test/support/script-agent.ts';

/** The server with the scripted agent. `SETTINGS` has what the command line has no words for, as JSON. */
try {
  const config = await readConfig(process.argv.slice(2), {});
  if (config === 'help') throw new Error('no help here');
  const settings = JSON.parse(process.env.SETTINGS ?? '{}') as object;
  const server = await startServer({ ...config, ownDocs: false, ...settings }, { agents: [scriptAgent] });
  process.stdout.write(`${server.url}\n`);
  process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
} catch (error) {
  if (!(error instanceof StoreError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
