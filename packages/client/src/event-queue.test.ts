import { type RunEvent, stampDraft } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { EventQueue } from './event-queue.ts';

const event = (seq: number): RunEvent => stampDraft({ type: 'custom', value: null }, seq, 0);

it('gives each event once and in order, whoever is quicker', async () => {
  const queue = new EventQueue(() => undefined);
  const seen: number[] = [];
  const reading = (async () => {
    for await (const { seq } of queue) {
      seen.push(seq);
      expect(queue.place).toEqual({ cursor: String(seq) });
    }
  })();
  for (let seq = 1; seq <= 5_000; seq += 1) {
    queue.push(event(seq), { cursor: String(seq) });
    if (seq % 700 === 0) await Promise.resolve();
  }
  queue.close();
  await reading;
  expect(seen).toEqual(Array.from({ length: 5_000 }, (_, i) => i + 1));
});

it('ends with an error when nobody reads, and lets go of nobody else', async () => {
  const left: EventQueue[] = [];
  const queue = new EventQueue((one) => left.push(one));
  for (let seq = 1; seq <= 200_001; seq += 1) queue.push(event(seq), undefined);
  expect(left).toEqual([queue]);
  let read = 0;
  await expect(
    (async () => {
      for await (const _ of queue) read += 1;
    })(),
  ).rejects.toMatchObject({ code: 'OVERFLOW' });
  expect(read).toBe(200_001);
});
