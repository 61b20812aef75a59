import { readConfig } from '../../../packages/server/src/config.ts';
import { startServer } from '../../../packages/server/src/index.ts';
import { modelsAt } from '../../../packages/server/test/support/models.ts';

/** The server with its own agents and a model at `MODEL_URL` that it has little patience with. */
const config = await readConfig(process.argv.slice(2), {});
if (config !== 'help') {
  const settings = JSON.parse(process.env.SETTINGS ?? '{}') as object;
  const patience = { attempts: 2, pauseMs: 10, silenceMs: 600 };
  const models = modelsAt({ baseUrl: process.env.MODEL_URL ?? '' }, 'openai', { patience });
  const server = await startServer({ ...config, ownDocs: false, ...settings }, { models });
  process.stdout.write(`${server.url}\n`);
}
