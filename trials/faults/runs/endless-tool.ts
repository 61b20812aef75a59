import { script } from '../../../packages/server/test/support/native.ts';
import type { Trial } from '../../contract.ts';
import { withServer } from '../../lib/trial-server.ts';
import { many, others, play } from './many.ts';

const limits = { toolMs: 300, silenceMs: 1_500 };

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
