import { expect, it } from 'vitest';
import { type EventOf, STEP_NS } from '../events.ts';
import { say } from './say.ts';

const stream = { id: 's', variant: 'plain', utcOffsetMin: 0, baseUrl: 'http://127.0.0.1:1' } as const;
const checkpoint: EventOf<'checkpoint'> = { type: 'checkpoint', seq: 1, at: 0, checkpointId: 'cp-1' };

it('says an event in the language of the stream', () => {
  const asks: EventOf<'input.requested'> = {
    type: 'input.requested',
    seq: 1,
    at: 0,
    inputId: 'i',
    kind: 'approval',
    name: 'rm',
  };
  expect(say(asks, { ...stream, locale: 'en' })).toContain('Reply **yes**');
  expect(say(asks, { ...stream, locale: 'zh' })).toContain('回复**同意**');
});

it('says where a picture of this server is for readers who come from elsewhere', () => {
  const image = { type: 'image', seq: 1, at: 0, imageId: 'i', alt: 'a' } as const;
  const said = (url: string) => say({ ...image, url }, { ...stream, locale: 'en' });
  expect(said('/files/f')).toBe('![a](http://127.0.0.1:1/files/f)');
  expect(said('https://example.org/f')).toBe('![a](https://example.org/f)');
  expect(said('//example.org/f')).toBe('![a](//example.org/f)');
});

it('keeps to itself what a server notes for its own use', () => {
  expect(say(checkpoint, { ...stream, locale: 'en' })).toBe('Checkpoint cp-1');
  expect(say({ ...checkpoint, ns: STEP_NS }, { ...stream, locale: 'en' })).toBeUndefined();
});
