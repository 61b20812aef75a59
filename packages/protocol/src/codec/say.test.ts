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
  const waits = { type: 'run.status', seq: 2, at: 0, runId: 'r', status: 'awaiting_input' } as const;
  expect(say(waits, { ...stream, locale: 'en' })).toBe('Status: waiting for an answer');
  expect(say(waits, { ...stream, locale: 'zh' })).toBe('状态: 等待回答');
  const used = { type: 'usage', seq: 3, at: 0, runId: 'r', input: 1, output: 2, total: 3 } as const;
  expect(say(used, { ...stream, locale: 'zh' })).toBe('词元：输入 1，输出 2，共 3');
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
