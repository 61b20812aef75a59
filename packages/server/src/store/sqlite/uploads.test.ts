import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { safeFileName } from './file-name.ts';
import { bytes, storeUnderTest } from './testing.ts';

// Real files on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

it('writes a private file and knows what is in it', async () => {
  const { store, directory } = await storeUnderTest();
  await store.sessions.create('ada', { id: 's' });
  const upload = await store.uploads.add(
    'ada',
    's',
    { name: '../报告.pdf', mediaType: 'application/pdf' },
    bytes('one ', 'two'),
  );
  const sha256 = createHash('sha256').update('one two').digest('hex');
  expect(upload).toEqual({
    id: upload?.id,
    session: 's',
    name: '报告.pdf',
    mediaType: 'application/pdf',
    size: 7,
    sha256,
    created: 1_000,
  });
  const path = join(directory, 'uploads', 's', upload?.id ?? '');
  expect(readFileSync(path, 'utf8')).toBe('one two');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  const read: Uint8Array[] = [];
  for await (const part of (await store.uploads.read('ada', upload?.id ?? '')) ?? []) read.push(part);
  expect(Buffer.concat(read).toString()).toBe('one two');
  expect(await store.uploads.remove('ada', upload?.id ?? '')).toBe(true);
  expect(existsSync(path)).toBe(false);
  expect(await store.uploads.list('ada', 's')).toEqual([]);
});

it('refuses what is beyond the quota, also of several at once, and keeps nothing of it', async () => {
  const { store, directory } = await storeUnderTest({ uploadQuota: 10 });
  await store.sessions.create('ada', { id: 's' });
  const add = (...texts: string[]) => store.uploads.add('ada', 's', { name: 'f' }, bytes(...texts));
  await add('123456');
  await expect(add('12', '345')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  const outcomes = await Promise.allSettled([add('123'), add('456')]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(readdirSync(join(directory, 'uploads', 's'))).toHaveLength(2);
  await add('1');
});

it('keeps nothing of an upload that breaks off', async () => {
  const { store, directory } = await storeUnderTest();
  await store.sessions.create('ada', { id: 's' });
  async function* broken() {
    yield Buffer.from('half');
    throw new Error('the client went away');
  }
  await expect(store.uploads.add('ada', 's', { name: 'f' }, broken())).rejects.toMatchObject({
    cause: expect.objectContaining({ message: 'the client went away' }),
  });
  expect(readdirSync(join(directory, 'uploads', 's'))).toEqual([]);
});

it('sweeps what a crash left', async () => {
  const first = await storeUnderTest();
  await first.store.sessions.create('ada', { id: 's' });
  const kept = await first.store.uploads.add('ada', 's', { name: 'f' }, bytes('kept'));
  await first.store.close();
  const uploads = join(first.directory, 'uploads');
  mkdirSync(join(uploads, 'gone'));
  for (const path of ['gone/file_1', 's/file_2.part', 's/file_3']) writeFileSync(join(uploads, path), 'left');
  await storeUnderTest({ directory: first.directory });
  expect(readdirSync(uploads)).toEqual(['s']);
  expect(readdirSync(join(uploads, 's'))).toEqual([kept?.id]);
});

it.each([
  ['a.txt', 'a.txt'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Windows\\x.dll', 'x.dll'],
  ['..', 'file'],
  ['.bashrc', 'bashrc'],
  ['', 'file'],
  ['a\0b\nc.txt', 'abc.txt'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['数据 表.csv', '数据 表.csv'],
  ['a<b>:"|?*.txt', 'ab.txt'],
  [`${'字'.repeat(100)}.docx`, `${'字'.repeat(65)}.docx`],
])('takes %j for %j', (sent, safe) => {
  expect(safeFileName(sent)).toBe(safe);
});
