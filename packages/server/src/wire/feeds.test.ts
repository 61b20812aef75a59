import { type Dialect, dialects, type StreamInfo } from '@polywire/protocol';
import { expect, it } from 'vitest';
import type { EventLog } from '../log/contract.ts';
import { memoryLog } from '../log/memory.ts';
import { Tally } from '../observe/tally.ts';
import { REMEMBER_MS } from './feed.ts';
import { CROWD, Feeds, MAX_REMEMBERED } from './feeds.ts';
import { formatOf } from './format.ts';
import type { Sink } from './sink.ts';
import { Watcher } from './watcher.ts';

const stream: StreamInfo = { id: 's', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: '' };
const [previewed] = dialects.filter(({ traits }) => traits.preview);
const worded = dialects.filter(({ traits }) => !traits.preview);

it('has words wait for nobody who reads each of them, unless he is one of a crowd, whatever it speaks', async () => {
  const patience: number[] = [];
  const log: EventLog = {
    ...memoryLog(),
    watch() {
      const at = patience.push(0) - 1;
      return { patience: (ms) => void patience.splice(at, 1, ms), stop: () => undefined };
    },
  };
  const feeds = new Feeds(log, new Tally(), () => undefined);
  const [one, other] = worded.map((dialect) => feeds.get('s', dialect, stream));
  const whole = previewed && feeds.get('s', previewed, stream);
  expect(new Set(patience)).toEqual(new Set([Number.POSITIVE_INFINITY]));
  const readers = Array.from({ length: CROWD }, reader);
  for (const [i, each] of readers.slice(1).entries()) await (i % 2 === 0 ? one : other)?.attach(each);
  expect(patience.slice(0, 2)).toEqual([0, 0]);
  await whole?.attach(readers[0] as Watcher);
  expect(patience.slice(0, 2)).toEqual([40, 40]);
  expect(patience.at(-1)).toBe(previewed?.traits.preview?.everyMs);
  whole?.detach(readers[0] as Watcher, 0);
  expect(patience.slice(0, 2)).toEqual([0, 0]);
  expect(patience.at(-1)).toBe(Number.POSITIVE_INFINITY);
});

it('remembers so many places where somebody left, and the newest of them', async () => {
  const feeds = new Feeds(memoryLog(), new Tally(), () => undefined);
  const [dialect] = worded as [Dialect];
  const feedOf = (n: number) => feeds.get(`s${n}`, dialect, stream);
  const watched = reader();
  await feedOf(0).attach(watched);
  for (let n = 1; n <= MAX_REMEMBERED + 2; n += 1) {
    const leaving = reader();
    await feedOf(n).attach(leaving);
    feedOf(n).detach(leaving, n);
  }
  feeds.sweep(MAX_REMEMBERED + 2);
  const isRemembered = (n: number) => feedOf(n).resumePoint(MAX_REMEMBERED + 2) !== undefined;
  expect([1, 2, 3, MAX_REMEMBERED + 2].map(isRemembered)).toEqual([false, false, true, true]);
  expect(feeds.watchers('s0')).toBe(1);
  feeds.sweep(MAX_REMEMBERED + 2 + REMEMBER_MS);
  expect([3, MAX_REMEMBERED + 1, MAX_REMEMBERED + 2].map(isRemembered)).toEqual([false, false, true]);
});

function reader(): Watcher {
  const nothing = () => undefined;
  const sink: Sink = {
    format: formatOf('ws', { cursor: false, restore: false }),
    write: () => true,
    buffered: 0,
    onceDrained: nothing,
    end: nothing,
    cut: nothing,
  };
  return new Watcher({ sink, after: 'now', byTurn: false, host: { turnEnded: nothing, halted: nothing } });
}
