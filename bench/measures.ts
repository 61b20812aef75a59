import type { Measure } from './contract.ts';
import { name, type Text } from './lib/text.ts';

/** How the columns are called. */
export const measures: Readonly<Record<Measure, Text>> = {
  cpu: name('CPU µs'),
  net: { en: 'net µs', zh: '净值 µs' },
  p50: { en: 'late p50 ms', zh: '延迟 p50 ms' },
  p99: { en: 'late p99 ms', zh: '延迟 p99 ms' },
  bytes: { en: 'bytes', zh: '字节' },
  rss: name('RSS MiB'),
  ms: { en: 'one, ms', zh: '单个 ms' },
  together: { en: '50 at once, ms', zh: '50 个同时 ms' },
  each: { en: 'KB each', zh: '每个 KB' },
  held: { en: 'held KiB', zh: '占用 KiB' },
  cut: { en: 'cut after s', zh: '断开用时 s' },
  behind: { en: 'caught up in ms', zh: '追赶用时 ms' },
  wire: { en: 'MB on the wire', zh: '传输 MB' },
  work: { en: 'CPU ms, in 20 s', zh: 'CPU ms，20 秒内' },
  burst: { en: 'CPU ms, at once', zh: 'CPU ms，一次到齐' },
  awake: { en: 'net of waking up', zh: '不含唤醒' },
  chunk: { en: 'µs a chunk of 10,000', zh: '10,000 个时每分块 µs' },
  long: { en: 'of 40,000', zh: '40,000 个时' },
  append: { en: 'append CPU µs', zh: '追加 CPU µs' },
  read: { en: 'resume CPU µs', zh: '续传 CPU µs' },
};
