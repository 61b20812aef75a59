import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { backupData, openData } from './data.ts';
import { bytes, storeUnderTest, temporaryDirectory, turn } from './store/sqlite/testing.ts';

// Real files on a busy machine take their time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

it('is backed up by another program as it was at one moment, however often it is written to meanwhile', async () => {
  const { directory, database, store, say } = await storeUnderTest();
  for (let i = 0; i < 40; i += 1) await say('ada', `s${i}`, ...turn('q', 'word '.repeat(4_000)));
  const kept = await store.uploads.add('ada', 's0', { name: 'kept.txt', mediaType: 'text/plain' }, bytes('kept'));
  const lost = await store.uploads.add('ada', 's1', { name: 'lost.txt', mediaType: 'text/plain' }, bytes('lost'));
  const write = database.db.prepare("INSERT OR REPLACE INTO settings VALUES ('ada', ?)");
  const target = join(temporaryDirectory(), 'copy');
  const copied: number[] = [];
  await backupData(directory, target, (progress) => {
    copied.push(progress.copied);
    if (copied.length < 2_000) write.run(JSON.stringify({ n: copied.length }));
    if (copied.length === 2) rmSync(join(directory, 'uploads', 's1', lost?.id ?? ''));
  });
  expect(copied).toEqual([...copied].sort((a, b) => a - b));
  expect(copied.length).toBeLessThan(2_000);
  expect(statSync(target).mode & 0o777).toBe(0o700);
  expect(statSync(join(target, 'uploads', 's0', kept?.id ?? '')).mode & 0o777).toBe(0o600);

  const copy = openData(target);
  const lines: object[] = [];
  for await (const line of copy.lines()) lines.push(JSON.parse(line));
  await copy.close();
  expect(lines).toContainEqual({ upload: kept?.id, data: Buffer.from('kept').toString('base64') });
  expect(lines).toContainEqual({ upload: lost?.id, missing: true });
  expect(lines).not.toContainEqual(expect.objectContaining({ table: 'settings' }));
  expect(lines.at(-1)).toMatchObject({ end: { events: 240 } });
});
