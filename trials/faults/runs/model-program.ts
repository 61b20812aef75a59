import { readConfig } from '../../../packages/server/src/config.ts';
import { startServer } from '../../../packages/server/src/index.ts';
import { modelsAt } from '../../../packages/server/test/support/models.ts';

/** The server with its own agents and a model at `MODEL_URL`, by way of `MODEL_PROVIDER`, that it has little patience with. */
const config = await readConfig(process.argv.slice(2), {});
if (config !== 'help') {
  const settings = JSON.parse(process.env.SETTINGS ?? '{}') as object;
  const patience = { attempts: 2, pauseMs: 10, silenceMs: 600 };
  const { MODEL_URL = '', MODEL_PROVIDER } = process.env;
  const models = modelsAt({ baseUrl: MODEL_URL }, MODEL_PROVIDER, { patience });
  const server = await startServer({ ...config, ownDocs: false, ...settings }, { models });
  process.stdout.write(`${server.url}\n`);
}
