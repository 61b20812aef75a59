import { expect, it, vi } from 'vitest';
import { loadOnce } from './load-once.ts';

it('loads once for all who ask, and again after a failure', async () => {
  const load = vi.fn(async () => 'there');
  load.mockRejectedValueOnce(new Error('the network is gone'));
  const get = loadOnce(load);
  await expect(Promise.all([get(), get()])).rejects.toThrow('the network is gone');
  expect(load).toHaveBeenCalledTimes(1);
  expect(get.now()).toBeUndefined();
  expect(await Promise.all([get(), get()])).toEqual(['there', 'there']);
  expect(load).toHaveBeenCalledTimes(2);
  expect(get.now()).toBe('there');
});
