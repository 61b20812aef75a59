import type { Entry, Experiment } from '../contract.ts';
import type { Workload } from './contract.ts';
import { lap } from './lap.ts';
import { type SideName, titles } from './sides/index.ts';

const SIZES = [1, 10, 100, 1_000] as const;
const QUICK_SIZES: readonly number[] = [100];
/** Chunks that are carried first, by all readers together. */
const RUSHED = 20_000;
const PACED = 90;
const UNCOUNTED = 10;

function workloadOf(name: string, runs: number, watchers: number): Workload {
  const rush = Math.ceil(RUSHED / (runs * watchers));
  const warmUp = rush + UNCOUNTED;
  return { name, runs, watchers, rush, warmUp, chunks: rush + PACED, pace: { kind: 'paced', everyMs: 20 } };
}

/** What a chunk costs when there is more of everything. */
export const growingStreams: readonly Experiment[] = [
  growing('growth-runs', ['polywire', 'ws', 'source'], (runs) => workloadOf(`runs-${runs}`, runs, 1), {
    title: { en: 'Cost of a chunk by concurrent runs', zh: '每个分块的开销与并发运行数' },
    about: {
      en: '1 to 1,000 runs at once, each 50 chunks a second with one reader.',
      zh: '1 至 1,000 个并发运行，各每秒 50 个分块、一个读者。',
    },
    x: { en: 'concurrent runs', zh: '并发运行数' },
  }),
  growing('growth-watchers', ['polywire', 'ws'], (watchers) => workloadOf(`watchers-${watchers}`, 1, watchers), {
    title: { en: 'Cost of a chunk by watchers', zh: '每个分块的开销与观看者数' },
    about: {
      en: 'One run of 50 chunks a second with 1 to 1,000 readers; for one chunk at one reader.',
      zh: '一个每秒 50 个分块的运行，1 至 1,000 个读者；数字为每个读者每个分块。',
    },
    x: { en: 'watchers', zh: '观看者数' },
  }),
];

function growing(
  name: string,
  sides: readonly SideName[],
  workload: (size: number) => Workload,
  said: Pick<Experiment, 'title' | 'about' | 'x'>,
): Experiment {
  const points = sides.flatMap((side) => SIZES.map((size) => ({ side, size, name: `${side} ${size}` })));
  return {
    ...said,
    name,
    entries: points.map(
      ({ side, size, name: entry }): Entry => ({
        name: entry,
        title: { en: `${titles[side].en}, ${size}`, zh: `${titles[side].zh}, ${size}` },
        point: { curve: titles[side].en, x: size },
        ...((side !== 'polywire' || !QUICK_SIZES.includes(size)) && { isExtra: true }),
      }),
    ),
    rounds: { full: 1, quick: 1 },
    shows: ['cpu', 'p50', 'p99'],
    charts: ['cpu'],
    goals: [],
    lap(entry, options) {
      const point = points.find((each) => each.name === entry);
      if (!point) throw new Error(`there is no point ${entry}`);
      return lap(point.side, workload(point.size), options);
    },
  };
}
