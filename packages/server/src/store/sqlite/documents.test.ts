import { expect, it, vi } from 'vitest';
import { chunksOf } from './chunks.ts';
import { storeUnderTest } from './testing.ts';

// Real files on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const handbook = { title: '员工手册', source: 'handbook.md', sourceType: 'file', text: '年假为十五天。报销需要发票。' };
const wiki = {
  title: 'Deploy guide',
  source: 'https://wiki/deploy',
  sourceType: 'web',
  text: 'Deploy with Docker. 发票 system is separate.',
};

it('finds passages, best first, and says where they are from', async () => {
  const { store } = await storeUnderTest();
  await store.documents.add('ada', handbook);
  await store.documents.add('ada', wiki);
  const hits = await store.documents.search('ada', '报销发票怎么办');
  expect(hits.map(({ title, source, sourceType }) => ({ title, source, sourceType }))).toEqual([
    { title: '员工手册', source: 'handbook.md', sourceType: 'file' },
    { title: 'Deploy guide', source: 'https://wiki/deploy', sourceType: 'web' },
  ]);
  expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? Number.POSITIVE_INFINITY);
  expect(hits[0]?.snippet.marks.map(([from, to]) => hits[0]?.snippet.text.slice(from, to))).toEqual(['报销', '发票']);
  expect((await store.documents.search('ada', '发票', { sourceType: 'web' })).map(({ source }) => source)).toEqual([
    wiki.source,
  ]);
  expect(await store.documents.search('ada', '员工手册')).toHaveLength(1);
  for (const hostile of ['', '"', 'NEAR(', '* OR', '🎉'])
    expect(await store.documents.search('ada', hostile)).toEqual([]);
});

it('finds English words by their stem', async () => {
  const { store } = await storeUnderTest();
  await store.documents.add('ada', wiki);
  for (const asked of ['deploying', 'the systems', 'guides'])
    expect(await store.documents.search('ada', asked)).toHaveLength(1);
});

it('lists and removes, and leaves nothing to be found', async () => {
  const { store, database } = await storeUnderTest();
  const { id } = await store.documents.add('ada', handbook);
  const kept = await store.documents.add('ada', wiki);
  expect(await store.documents.remove('ada', id)).toBe(true);
  expect(await store.documents.remove('ada', id)).toBe(false);
  expect(await store.documents.list('ada')).toEqual([kept]);
  expect((await store.documents.search('ada', '发票')).map((hit) => hit.id)).toEqual([kept.id]);
  database.db.exec("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab (main, chunk_search, 'row')");
  const words = database.db.prepare<[], string>('SELECT term FROM temp.vocabulary').pluck().all();
  expect(words).toContain('docker');
  expect(words).not.toContain('年假');
});

it('refuses a document without text', async () => {
  const { store } = await storeUnderTest();
  await expect(store.documents.add('ada', { ...wiki, text: ' \n ' })).rejects.toMatchObject({ code: 'INVALID' });
});

it('cuts a text where it breaks by itself, and loses none of it', () => {
  const sentences = Array.from({ length: 100 }, (_, i) => `第${i}句话说的是一些事情，它并不太长。`).join('');
  const paragraphs = Array.from({ length: 20 }, (_, i) => `${i}: ${'word '.repeat(60)}`).join('\n\n');
  for (const text of [sentences, paragraphs, '😀'.repeat(1_000), 'x'.repeat(5_000)]) {
    const chunks = chunksOf(text);
    expect(chunks.length).toBeGreaterThan(1);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(800);
    expect(chunks.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    expect(chunks.every((chunk) => !/\p{Cs}/u.test(chunk))).toBe(true);
  }
  expect(chunksOf(sentences).every((chunk) => chunk.endsWith('。'))).toBe(true);
  expect(chunksOf(paragraphs)[1]).toMatch(/^\d+: /);
  expect(chunksOf(' \n')).toEqual([]);
});

it('refuses a document that is too long, and forgets one that cannot be indexed', async () => {
  const { store, database } = await storeUnderTest();
  await expect(store.documents.add('ada', { ...wiki, text: 'x'.repeat(5_000_001) })).rejects.toMatchObject({
    code: 'INVALID',
  });
  database.db.exec("CREATE TRIGGER full BEFORE UPDATE ON chunks BEGIN SELECT raise(ABORT, 'no'); END");
  await expect(store.documents.add('ada', wiki)).rejects.toMatchObject({ name: 'StoreError' });
  expect(await store.documents.list('ada')).toEqual([]);
});
