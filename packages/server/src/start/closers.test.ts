import { expect, it } from 'vitest';
import { Closers } from './closers.ts';

it('closes the last first, one at a time, all of them whatever becomes of the others, and once', async () => {
  const opened = new Closers();
  const said: string[] = [];
  opened.add(() => said.push('first'));
  opened.add(async () => {
    throw new Error('no');
  });
  opened.add(() => {
    throw new Error('never');
  });
  opened.add(async () => {
    await Promise.resolve();
    said.push('last');
  });
  const closing = opened.close();
  expect(opened.close()).toBe(closing);
  await expect(closing).rejects.toMatchObject({ message: 'never; no', errors: [{}, {}] });
  expect(said).toEqual(['last', 'first']);
});
