import { execFileSync } from 'node:child_process';
import type { Experiment, Figures, LapOptions } from '../contract.ts';
import { atMost } from '../goals.ts';
import { startChild } from '../lib/child.ts';
import type { Order, Report, Workload } from './contract.ts';
import { Reader } from './reader.ts';
import { entryOf, type SideName } from './sides/index.ts';

const WANTED = 10_000;
/** Connected before the scales are set to nothing: what a process needs for the first is not what the next one costs. */
const FIRST = 500;
const SPARE = 500;

const sides: readonly SideName[] = ['polywire', 'ws', 'socketIo', 'socketIoRecovery'];

/** G6: connections that wait. */
export const idle: Experiment = {
  name: 'G6',
  title: { en: '10,000 idle WebSockets', zh: '10,000 个空闲 WebSocket' },
  about: {
    en: 'Memory of the server’s process (resident, after a collection of garbage) for each of 10,000 sockets that are connected and wait; those of Polywire watch a session in three dialects. Fewer where a process may not open so many files.',
    zh: '10,000 个已连接并等待的套接字，平均每个占用的服务器进程内存（常驻内存，垃圾回收之后）；Polywire 的套接字以三种方言观看一个会话。若进程可打开的文件数不足则相应减少。',
  },
  entries: sides.map((side) => entryOf(side, side !== 'polywire')),
  rounds: { full: 5, quick: 1 },
  shows: ['each', 'rss'],
  charts: ['each'],
  goals: [atMost('each', 8, { en: '≤ 8 KB each', zh: '每个 ≤ 8 KB' }, 'KB')],
  lap,
};

async function lap(side: string, { profileTo }: LapOptions): Promise<Figures> {
  const count = Math.min(WANTED, filesAllowed() - FIRST - SPARE);
  const workload: Workload = {
    name: 'G6',
    runs: 1,
    watchers: FIRST + count,
    chunks: 0,
    warmUp: 0,
    pace: { kind: 'paced', everyMs: 1_000 },
  };
  const args = [side, JSON.stringify(workload), ...(profileTo === undefined ? [] : [profileTo])];
  const host = startChild<Order, Report>(new URL('./host.ts', import.meta.url), args, ['--expose-gc']);
  const { port, dialogues } = await host.reported('listening');
  const readers: Reader[] = [];
  const connect = async (to: number): Promise<void> => {
    while (readers.length < to) {
      const group = dialogues.slice(readers.length, Math.min(to, readers.length + GROUP)).map((dialogue) => {
        // All but the last: that would ask for the stream.
        const says = dialogue.says?.slice(0, -1) ?? [];
        return new Reader({ port, dialogue: { ...dialogue, says } });
      });
      readers.push(...group);
      await Promise.race([Promise.all(group.map(({ opened }) => opened)), host.failed]);
    }
  };
  await connect(FIRST);
  const before = await host.ask({ kind: 'weigh' }, 'weighed');
  await connect(FIRST + count);
  const after = await host.ask({ kind: 'weigh' }, 'weighed');
  for (const reader of readers) reader.close();
  await host.ask({ kind: 'close' }, 'closed');
  await host.ended;
  return { each: (after.rss - before.rss) / count / 1_000, rss: after.rss / 2 ** 20 };
}

const GROUP = 100;

/** By one process: the smaller of what this one and the server may. */
function filesAllowed(): number {
  if (process.platform === 'win32') return Number.POSITIVE_INFINITY;
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}
