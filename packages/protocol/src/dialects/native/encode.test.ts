import { expect, it } from 'vitest';
import { type Draft, stampDraft } from '../../events.ts';
import { native } from './index.ts';

const stream = { id: 's', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: 'http://127.0.0.1:1' } as const;
const delta = { type: 'text.delta', runId: 'r', messageId: 'm', delta: 'a "b" \n \ud800' } as const;

it('writes each text delta whole, whatever the one before had in common with it', () => {
  const drafts: Draft[] = [
    delta,
    { ...delta, delta: 'next' },
    { ...delta, messageId: 'n' },
    { ...delta, runId: 'r2' },
    { type: 'text.delta', messageId: 'm', delta: 'of no run' },
    delta,
    { ...delta, nodeRun: 'n1' },
    { ...delta, nodeRun: 'n1', agent: 'coder' },
    { ...delta, nodeRun: 'n1', agent: 'coder', ext: { wire: { id: 1 } } },
    { ...delta, nodeRun: 'n1', agent: 'coder', ext: { wire: { id: 2 } } },
    delta,
  ];
  const events = drafts.map((draft, i) => stampDraft(draft, i + 1, 1_700_000_000_000.5 + i));
  const encoder = native.server.encoder(stream);
  expect(events.flatMap((event) => encoder.push(event)).map(({ data }) => JSON.parse(data))).toEqual(events);
});

it('writes the same whether it saw what was before or not, and a stored delta as it was stored', () => {
  const drafts: Draft[] = [
    { type: 'run.started', runId: 'r' },
    delta,
    { ...delta, delta: 'next' },
    { ...delta, nodeRun: 'n' },
  ];
  const events = drafts.map((draft, i) => stampDraft(draft, i + 1, i));
  const whole = native.server.encoder(stream);
  const frames = events.flatMap((event) => whole.push(event));
  events.forEach((event, i) => {
    const alone = native.server.encoder(stream);
    expect(alone.push(event)).toEqual([frames[i]]);
    if (event.type === 'text.delta') expect(alone.pushDelta?.(frames[i]?.data ?? '', event.seq)).toEqual(frames[i]);
  });
});
