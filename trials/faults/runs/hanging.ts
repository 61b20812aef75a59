import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundled } from '../../../packages/server/test/support/bundle.ts';
import { script } from '../../../packages/server/test/support/native.ts';
import type { Trial } from '../../contract.ts';
import { type TrialServer, withServer } from '../../lib/trial-server.ts';

const withModel = new URL('./model-program.ts', import.meta.url);
const limits = { toolMs: 300, silenceMs: 1_500 };
/** Of something that hangs there is never only one. */
const AT_ONCE = 20;

export const endlessTool: Trial = {
  name: 'endless-tool',
  about: { en: 'tool that never ends and does not listen', zh: '永不结束且不听中断的工具' },
  tries: { long: 200, short: 20 },
  run: ({ count, done }) =>
    withServer({ settings: { limits, wireLimits: { messagesPerMinute: 0, connections: 0 } } }, async (server) => {
      const input = script({ tool: 'endless', takesMs: 3_600_000, isDeaf: true }, { say: 'after it' });
      await many(count, done, async () => {
        const events = await play(server, input);
        const [tool] = events.filter((event) => event.type === 'tool.finished');
        if (tool?.outcome !== 'error') throw new Error(`the tool was ${tool?.outcome}`);
        const end = events.at(-1);
        if (end?.type !== 'run.finished' || end.status !== 'complete') throw new Error(JSON.stringify(end));
      });
      await others(server);
      return {
        en: 'given up after its time, told to the agent as an error; the runs went on',
        zh: '超时后放弃，并作为错误告知智能体；运行继续',
      };
    }),
};

export const silentModel: Trial = {
  name: 'silent-model',
  about: { en: 'model that never answers', zh: '从不回答的模型' },
  tries: { long: 100, short: 10 },
  async run({ count, done }) {
    // Takes every request and says nothing; with every second one it begins to, and stops.
    let asked = 0;
    const model = createServer((request, response) => {
      request.resume();
      asked += 1;
      if (asked % 2 === 0) response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': wait\n\n');
    }).listen(0, '127.0.0.1');
    await once(model, 'listening');
    const { port } = model.address() as AddressInfo;
    const env = { MODEL_URL: `http://127.0.0.1:${port}/v1` };
    const settings = { limits, wireLimits: { messagesPerMinute: 0, connections: 0 } };
    try {
      return await withServer({ settings, env, program: await bundled(withModel) }, async (server) => {
        await many(count, done, async () => {
          const events = await play(server, 'Are you there?');
          const end = events.at(-1);
          const fault = events.find((event) => event.type === 'error');
          const isClear = end?.type === 'run.finished' && end.status !== 'complete' && fault?.message !== undefined;
          if (!isClear) throw new Error(`it ended so: ${JSON.stringify(end)}`);
        });
        await others(server);
        return {
          en: `${asked} requests without an answer: every run ended with an error that says so`,
          zh: `${asked} 个请求未获回答：所有运行以说明原因的错误结束`,
        };
      });
    } finally {
      model.closeAllConnections();
      model.close();
    }
  },
};

async function many(count: number, done: () => void, one: () => Promise<void>): Promise<void> {
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await one();
      done();
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, AT_ONCE) }, lane));
}

async function play({ api }: TrialServer, input: string) {
  const session = await api.newSession();
  const { body } = await api.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, { input });
  return api.runEvents(body.id);
}

/** Nobody else notices. */
async function others({ url }: TrialServer): Promise<void> {
  const { ok } = await fetch(`${url}/readyz`);
  if (!ok) throw new Error('the server is not ready any more');
}
