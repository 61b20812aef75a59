import type { RunEvent } from '@polywire/protocol';
import { bundled } from '../../../packages/server/test/support/bundle.ts';
import type { Reply } from '../../../packages/server/test/support/model-server/contract.ts';
import { type ModelServer, startModelServer } from '../../../packages/server/test/support/model-server.ts';
import type { Trial } from '../../contract.ts';
import { withServer } from '../../lib/trial-server.ts';
import { many, others, play } from './many.ts';

/** What comes before nothing more does. */
interface Silence {
  readonly reply: () => Reply | Promise<Reply>;
  /** Some of the answer is shown, and has to be closed as cut. */
  readonly isShown: boolean;
}

const silences: readonly Silence[] = [
  { reply: () => new Promise<never>(() => undefined), isShown: false },
  { reply: () => ({ fault: { silentAfter: 0 } }), isShown: false },
  { reply: () => ({ text: 'This will take a while. '.repeat(20), fault: { silentAfter: 8 } }), isShown: true },
];
const providers: Readonly<Record<string, (model: ModelServer) => string>> = {
  openai: ({ baseUrl }) => baseUrl,
  anthropic: ({ baseUrl }) => baseUrl,
  ollama: ({ ollamaUrl }) => ollamaUrl,
};
/** As often as `model-program.ts` has a model asked. */
const ATTEMPTS = 2;
const withModel = new URL('./model-program.ts', import.meta.url);
/** A run has more patience than its model is given: who gives up is to be seen. */
const settings = { limits: { silenceMs: 60_000 }, wireLimits: { messagesPerMinute: 0, connections: 0 } };

export const silentModel: Trial = {
  name: 'silent-model',
  about: { en: 'model that never answers, or stops in the middle', zh: '从不回答或中途停止的模型' },
  tries: { long: 108, short: 9 },
  async run({ count, done }) {
    let asked = 0;
    const names = Object.keys(providers);
    for (const name of names) asked += await unanswered(name, Math.ceil(count / names.length), done);
    return {
      en: `${asked} requests by way of ${names.join(', ')}: every run ended with the error that the model was silent`,
      zh: `经 ${names.join('、')} 发出 ${asked} 个请求：所有运行均以“模型无响应”的错误结束`,
    };
  },
};

/** How often the model was asked by way of one provider. */
async function unanswered(provider: string, count: number, done: () => void): Promise<number> {
  const model = await startModelServer(({ last }) => silenceOf(last).reply());
  const env = { MODEL_URL: providers[provider]?.(model) ?? '', MODEL_PROVIDER: provider };
  try {
    await withServer({ settings, env, program: await bundled(withModel) }, async (server) => {
      await many(count, done, async (n) => {
        const input = `Are you there? ${n}`;
        const events = await play(server, input);
        check(events, silenceOf(input));
        const asked = model.seen.filter(({ last }) => last === input).length;
        if (asked !== ATTEMPTS) throw new Error(`${provider} was asked ${asked} times, not ${ATTEMPTS}`);
      });
      await others(server);
    });
    return model.count();
  } finally {
    await model.close();
  }
}

/** By the number that a message ends with. */
function silenceOf(input: string): Silence {
  return silences[Number(/\d+$/.exec(input)?.[0]) % silences.length] as Silence;
}

function check(events: readonly RunEvent[], { isShown }: Silence): void {
  const end = events.at(-1);
  const fault = events.find((event) => event.type === 'error');
  if (end?.type !== 'run.finished' || end.status !== 'error' || fault?.code !== 'MODEL_SILENT')
    throw new Error(`it ended so: ${JSON.stringify([fault, end])}`);
  const said = events.filter((event) => event.type === 'text.delta').length;
  if (said > 0 !== isShown) throw new Error(`${said} pieces of the answer were shown`);
  const messages = events.filter((event) => event.type === 'message.completed');
  if (messages.some(({ interrupted }) => !interrupted)) throw new Error('what was cut was shown as whole');
}
