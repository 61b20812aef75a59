import type { Trial } from '../contract.ts';
import { simulate } from '../simulation/simulate.ts';

export const simulation: Trial = {
  name: 'simulation',
  about: {
    en: 'random histories of sessions, log and watchers, with a fake clock and a fake disk',
    zh: '在虚拟时钟与虚拟磁盘上随机演绎会话、日志与观看者',
  },
  tries: { long: 3_000, short: 100 },
  async run(tries) {
    const { steps, crashes, connects, events } = await simulate(tries);
    return {
      en: `${steps} steps, ${crashes} crashes, ${connects} connections, ${events} events; nothing lost, doubled, reordered or shown too early`,
      zh: `${steps} 步，${crashes} 次崩溃，${connects} 次连接，${events} 个事件；无丢失、重复、乱序或过早显示`,
    };
  },
};
