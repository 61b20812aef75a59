import { dialects, type StreamInfo } from '@polywire/protocol';
import { expect, it } from 'vitest';
import type { EventLog } from '../log/contract.ts';
import { memoryLog } from '../log/memory.ts';
import { Tally } from '../observe/tally.ts';
import { CROWD, Feeds } from './feeds.ts';
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
