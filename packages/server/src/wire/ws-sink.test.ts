import { expect, it } from 'vitest';
import { closeReason } from './ws-sink.ts';

it('cuts a reason to what a close frame holds, between two characters', () => {
  expect(closeReason('slow reader')).toBe('slow reader');
  const long = closeReason('读'.repeat(100));
  expect(long).toBe('读'.repeat(41));
  expect(Buffer.byteLength(closeReason('😀'.repeat(50)))).toBeLessThanOrEqual(123);
});
