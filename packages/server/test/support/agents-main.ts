import { readConfig } from '../../src/config.ts';
import { startServer } from '../../src/index.ts';
import { modelsAt } from './models.ts';

/**
 * The server as a process of its own, with its own agents and a model at `MODEL_URL`, of `MODEL_PROVIDER` with
 * `MODEL_OPTIONS`. Its tool, at `STAMP_TOOL`, leaves a line for each time that it really ran in the file `STAMPS`.
 */
const { MODEL_URL: baseUrl = '', MODEL_PROVIDER: provider = 'openai', MODEL_OPTIONS: options = '{}' } = process.env;
const { STAMP_TOOL: stampTool = '' } = process.env;

const config = await readConfig(process.argv.slice(2), {});
if (config !== 'help') {
  const server = await startServer(
    { ...config, ownDocs: false, tools: [stampTool] },
    { models: modelsAt({ baseUrl }, provider, { provider, options: JSON.parse(options) }) },
  );
  process.stdout.write(`${server.url}\n`);
  process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
}
