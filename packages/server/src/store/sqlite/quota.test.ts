import { expect, it, vi } from 'vitest';
import { StoreError } from '../errors.ts';
import { storeUnderTest, turn } from './testing.ts';

// Real files on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const MiB = 1024 * 1024;

it('refuses to grow beyond the quota, clearly; reads go on, and removing makes room', async () => {
  const { store, say } = await storeUnderTest({ maxBytes: 4 * MiB });
  let sessions = 0;
  const fill = async () => {
    for (;;) {
      await say('ada', `s${sessions}`, ...turn('question', 'word '.repeat(5_000)));
      sessions += 1;
    }
  };
  const full = await fill().catch((error: Error) => error.cause);
  expect(sessions).toBeGreaterThan(2);
  expect(StoreError.from(full)).toMatchObject({
    code: 'STORAGE_FULL',
    message: expect.stringMatching(/no room.*空间已满/),
  });
  await expect(store.settings.merge('ada', { long: 'x'.repeat(4 * MiB) })).rejects.toMatchObject({
    code: 'STORAGE_FULL',
  });

  expect((await store.sessions.list('ada')).items).toHaveLength(sessions);
  expect(await store.sessions.remove('ada', 's0')).toBe(true);
  expect(await store.sessions.remove('ada', 's1')).toBe(true);
  await say('ada', 'again', ...turn('question', 'a short answer'));
  expect(await store.messages.list('ada', 'again')).toHaveLength(2);
});

it.each([
  ['SQLITE_FULL', 'STORAGE_FULL'],
  ['ENOSPC', 'STORAGE_FULL'],
  ['EDQUOT', 'STORAGE_FULL'],
  ['SQLITE_IOERR_SHMSIZE', 'STORAGE_FULL'],
  ['SQLITE_BUSY_SNAPSHOT', 'BUSY'],
  ['SQLITE_READONLY_DBMOVED', 'READ_ONLY'],
  ['SQLITE_CORRUPT_VTAB', 'DAMAGED'],
  ['SQLITE_IOERR_READ', 'INTERNAL'],
  [undefined, 'INTERNAL'],
])('says of %s that it is %s', (thrown, code) => {
  const cause = Object.assign(new Error('x'), { code: thrown });
  const error = StoreError.from(cause);
  expect(error).toMatchObject({ code, cause, says: { en: expect.any(String), zh: expect.any(String) } });
  expect(StoreError.from(error)).toBe(error);
});
