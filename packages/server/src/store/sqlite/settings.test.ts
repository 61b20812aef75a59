import { expect, it } from 'vitest';
import { installationSecret } from '../../sessions/secret.ts';
import { storeUnderTest } from './testing.ts';

it('keeps what was set, of each owner apart', async () => {
  const { store } = await storeUnderTest();
  await store.settings.merge('ann', { theme: 'dark', size: { font: 12 } });
  expect(await store.settings.merge('ann', { theme: null, size: { line: 2 } })).toEqual({
    size: { font: 12, line: 2 },
  });
  expect(await store.settings.get('ann')).toEqual({ size: { font: 12, line: 2 } });
  expect(await store.settings.get('bob')).toEqual({});
});

it('says that the database is damaged where it has what nobody wrote, also to whoever starts', async () => {
  const { store, database } = await storeUnderTest();
  const secret = await installationSecret(store);
  expect(await installationSecret(store)).toBe(secret);
  database.db.prepare('UPDATE settings SET body = ?').run('{"secret":"9c81');
  const damaged = { name: 'StoreError', code: 'DAMAGED', message: expect.stringContaining('backup') };
  await expect(installationSecret(store)).rejects.toMatchObject(damaged);
});
