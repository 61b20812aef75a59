import type { Experiment, Goal, Measure } from '../contract.ts';
import { atMost, cpuAtMost, lateAtMost } from '../goals.ts';
import type { Text } from '../lib/text.ts';
import type { Workload } from './contract.ts';
import { lap } from './lap.ts';
import { entryOf, type SideName, titles } from './sides/index.ts';

interface Streams {
  readonly title: Text;
  readonly about: Text;
  readonly sides: readonly SideName[];
  readonly workload: Pick<Workload, 'name' | 'runs' | 'watchers' | 'pace'>;
  readonly goals: readonly Goal[];
  readonly chunks: Chunks;
  /** Sides for which so many chunks would take minutes; figures are for one chunk anyway. */
  readonly fewer?: Partial<Record<SideName, Chunks>>;
}

/** How many of each run are carried before the others are counted. */
interface Chunks {
  readonly warmUp: number;
  readonly counted: number;
}

const everyone: readonly SideName[] = [
  'polywire',
  'ws',
  'bare',
  'sse',
  'socketIo',
  'socketIoRecovery',
  'agUi',
  'aiSdk',
  'streamText',
  'source',
];
const burst: readonly Measure[] = ['cpu', 'net', 'bytes', 'rss'];
const paced: readonly Measure[] = ['cpu', 'net', 'p50', 'p99', 'bytes', 'rss'];
const cpuBeside = (most: number, other: SideName): Goal => cpuAtMost(most, other, titles[other]);

/** Chunks of many runs, or of one to many. */
export const streams: readonly Experiment[] = [
  experiment({
    title: { en: '200 runs in bursts', zh: '200 个运行，突发' },
    about: {
      en: '200 runs × 500 chunks, 10 of each run at every turn of the event loop: a read from a model’s connection brings a handful at once.',
      zh: '200 个运行 × 500 个分块，事件循环每转一圈各产生 10 个：从模型连接读取一次通常得到几个分块。',
    },
    sides: everyone,
    workload: { name: 'G1', runs: 200, watchers: 1, pace: { kind: 'burst', perTurn: 10 } },
    goals: [cpuBeside(0.45, 'ws'), cpuBeside(0.4, 'socketIo'), cpuBeside(0.25, 'aiSdk'), cpuBeside(0.05, 'streamText')],
    chunks: { warmUp: 2_000, counted: 500 },
    fewer: { aiSdk: { warmUp: 500, counted: 500 }, streamText: { warmUp: 50, counted: 60 } },
  }),
  experiment({
    title: { en: '200 runs at 50 chunks a second', zh: '200 个运行，每秒 50 个分块' },
    about: {
      en: '200 runs, each 50 chunks a second, their chunks due one by one.',
      zh: '200 个运行，各每秒 50 个分块，逐个到期。',
    },
    sides: everyone,
    workload: { name: 'G2', runs: 200, watchers: 1, pace: { kind: 'paced', everyMs: 20 } },
    goals: [
      cpuBeside(1.3, 'ws'),
      cpuBeside(0.85, 'socketIo'),
      cpuBeside(0.35, 'aiSdk'),
      lateAtMost(12, 'ws', titles.ws),
    ],
    chunks: { warmUp: 1_000, counted: 250 },
    fewer: { aiSdk: { warmUp: 200, counted: 250 }, streamText: { warmUp: 60, counted: 60 } },
  }),
  experiment({
    title: { en: '600 runs at 50 chunks a second', zh: '600 个运行，每秒 50 个分块' },
    about: {
      en: 'The same with 600 runs: 30,000 chunks a second.',
      zh: '同上，600 个运行：每秒 30,000 个分块。',
    },
    sides: ['polywire', 'ws', 'bare', 'source'],
    workload: { name: 'G3', runs: 600, watchers: 1, pace: { kind: 'paced', everyMs: 20 } },
    goals: [cpuBeside(1, 'ws'), atMost('p99', 20, 'p99 ≤ 20 ms', 'ms')],
    chunks: { warmUp: 400, counted: 250 },
  }),
  experiment({
    title: { en: 'one run to 500 watchers', zh: '一个运行，500 个观看者' },
    about: {
      en: 'One run of 50 chunks a second to 500 readers; those of Polywire speak three dialects in turn. Figures are for one chunk at one reader. The AG-UI encoder and the AI SDK have no way to show one run to many.',
      zh: '一个运行每秒 50 个分块，送达 500 个读者；Polywire 的读者轮流使用三种方言。数字为每个读者每个分块。AG-UI 编码器与 AI SDK 无法让多个读者观看同一运行。',
    },
    sides: ['polywire', 'ws', 'sse', 'socketIo', 'socketIoRecovery', 'source'],
    workload: { name: 'G4', runs: 1, watchers: 500, pace: { kind: 'paced', everyMs: 20 } },
    goals: [cpuBeside(0.9, 'ws'), cpuBeside(0.7, 'socketIo')],
    chunks: { warmUp: 400, counted: 250 },
  }),
];

function experiment({ workload, title, about, sides, goals, chunks, fewer }: Streams): Experiment {
  const judged = new Set<string>(['polywire', 'source', ...goals.flatMap(({ beside = [] }) => beside)]);
  const { name, pace } = workload;
  return {
    name,
    title,
    about,
    entries: sides.map((side) => entryOf(side, !judged.has(side))),
    rounds: { full: 5, quick: 1 },
    shows: pace.kind === 'paced' ? paced : burst,
    charts: ['cpu'],
    goals,
    lap(entry, options) {
      const side = entry as SideName;
      const { warmUp, counted } = fewer?.[side] ?? chunks;
      if (pace.kind === 'burst') return lap(side, { ...workload, warmUp, chunks: warmUp + counted }, options);
      const share = options.isQuick ? QUICK_SHARE : 1;
      const rush = Math.max(0, warmUp - SETTLING * share);
      return lap(side, { ...workload, rush, warmUp, chunks: warmUp + Math.ceil(counted * share) }, options);
    },
  };
}

/** Chunks at the pace that is measured, before it is: what a rush has compiled is not all that a pace needs. */
const SETTLING = 125;
/** Of what is paced, and so takes its time on any machine. */
const QUICK_SHARE = 0.2;
