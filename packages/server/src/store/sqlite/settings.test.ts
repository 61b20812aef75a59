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

it('does without what is damaged, says so once, and puts it aside when it is set anew', async () => {
  const reported: unknown[] = [];
  const { store, database } = await storeUnderTest({ report: (error) => reported.push(error) });
  const secret = await installationSecret(store);
  expect(await installationSecret(store)).toBe(secret);
  await store.settings.merge('ann', { theme: 'dark' });
  database.db.prepare('UPDATE settings SET body = ?').run('{"secret":"9c81');
  expect([await store.settings.get('ann'), await store.settings.get('ann')]).toEqual([{}, {}]);
  const stored = () => database.db.prepare('SELECT body FROM settings').pluck().all().sort();
  expect(stored()).toHaveLength(2);
  const other = await installationSecret(store);
  expect(other).not.toBe(secret);
  expect(await installationSecret(store)).toBe(other);
  expect(await store.settings.merge('ann', { size: 12 })).toEqual({ size: 12 });
  const damaged = '{"secret":"9c81';
  expect(stored()).toEqual([damaged, damaged, `{"secret":"${other}"}`, '{"size":12}'].sort());
  expect(reported).toMatchObject([
    { code: 'DAMAGED', message: expect.stringMatching(/settings of ann are damaged.* \/ ann 的设置已损坏/) },
    { code: 'DAMAGED', message: expect.stringMatching(/of this installation .* \/ 本安装的设置已损坏/) },
  ]);
});
