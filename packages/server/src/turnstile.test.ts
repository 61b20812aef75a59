import { expect, it } from 'vitest';
import { Turnstile } from './turnstile.ts';

it('lets so many in at a time, and nobody who has left the line', async () => {
  const turnstile = new Turnstile(1);
  const { signal } = new AbortController();
  const leave = await turnstile.enter(signal);
  const gone = new AbortController();
  const second = turnstile.enter(gone.signal);
  const third = turnstile.enter(signal);
  gone.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  leave();
  leave();
  const leaveThird = await third;
  leaveThird();
  (await turnstile.enter(signal))();
});
