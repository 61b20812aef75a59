import { existsSync, statSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { storeUnderTest, temporaryDirectory, turn } from './testing.ts';

// Real files on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

it('copies the database while it is written to, privately, and tells how far it is', async () => {
  const { store, say } = await storeUnderTest();
  for (let i = 0; i < 40; i += 1) await say('ada', `s${i}`, ...turn('q', 'word '.repeat(4_000)));
  const path = join(temporaryDirectory(), 'copy.db');
  const told: { pages: number; copied: number }[] = [];
  const [, events] = await Promise.all([
    store.backup(path, (progress) => void told.push(progress)),
    say('ada', 'meanwhile', ...turn('q', 'a')),
  ]);
  expect(events).toHaveLength(6);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(told.length).toBeGreaterThan(2);
  expect(told.every(({ copied }, i) => copied >= (told[i - 1]?.copied ?? 0))).toBe(true);

  const directory = join(temporaryDirectory(), 'restored');
  await mkdir(directory);
  await copyFile(path, join(directory, 'polywire.db'));
  const restored = await storeUnderTest({ directory });
  expect((await restored.store.sessions.list('ada', { limit: 100 })).items.length).toBeGreaterThanOrEqual(40);
  expect(await restored.log.head('s0')).toBe(6);
  expect(restored.database.db.pragma('integrity_check', { simple: true })).toBe('ok');
});

it('does not overwrite what is there', async () => {
  const { store } = await storeUnderTest();
  const path = join(temporaryDirectory(), 'precious');
  writeFileSync(path, 'precious');
  await expect(store.backup(path)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(statSync(path).size).toBe(8);
});

it('says so when it cannot write there, and leaves nothing', async () => {
  const { store } = await storeUnderTest();
  const path = join(temporaryDirectory(), 'no', 'such', 'folder');
  await expect(store.backup(path)).rejects.toMatchObject({ name: 'StoreError' });
  expect(existsSync(path)).toBe(false);
});
