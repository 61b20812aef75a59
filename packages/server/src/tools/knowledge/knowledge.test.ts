import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { searchKnowledgeBase } from '../search-knowledge-base.ts';
import { OWNER, sessionUnderTest } from '../testing.ts';
import { pdfOf } from '../text/testing.ts';
import { Knowledge } from './knowledge.ts';
import { OWN_DOCS } from './own-docs.ts';

// A process of its own takes its time to begin on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

async function underTest(ownDocs = false) {
  const session = await sessionUnderTest();
  const report = (error: unknown) => {
    throw error;
  };
  const knowledge = new Knowledge({ store: session.store, ownDocs, report });
  onTestFinished(() => knowledge.close());
  const settled = (id: string) =>
    vi.waitUntil(
      async () => {
        const entry = await knowledge.get(OWNER, id);
        return entry?.status === 'reading' ? undefined : (entry ?? 'gone');
      },
      { timeout: 60_000 },
    );
  return { ...session, knowledge, settled };
}

describe('the knowledge base', () => {
  it('reads files of every kind, and finds what they say', async () => {
    const { knowledge, settled, use } = await underTest();
    const begun = knowledge.addFiles(OWNER, [
      { name: 'a.md', mediaType: 'text/markdown', bytes: Buffer.from('# 差旅制度\n\n出差住宿标准为每晚五百元。') },
      { name: 'b.html', mediaType: 'text/html', bytes: Buffer.from('<title>Leave</title><p>Annual leave: 15 days.') },
      { name: 'c.pdf', mediaType: 'application/pdf', bytes: pdfOf(['Parking costs 20 a month'], 'Parking') },
      { name: 'd.pdf', mediaType: 'application/pdf', bytes: Buffer.from('%PDF- broken') },
    ]);
    expect(begun.map(({ status, source }) => [status, source])).toContainEqual(['reading', 'c.pdf']);
    const ended = await Promise.all(begun.map(({ id }) => settled(id)));
    expect(ended).toMatchObject([
      { status: 'ready', title: '差旅制度', progress: 1, sourceType: 'file' },
      { status: 'ready', title: 'Leave' },
      { status: 'ready', title: 'Parking' },
      { status: 'failed', error: expect.any(String) },
    ]);
    const search = searchKnowledgeBase(knowledge);
    expect(await use(search, { query: '出差住宿多少钱', sourceType: 'all' })).toMatchObject({
      query: '出差住宿多少钱',
      total: 1,
      results: [{ title: '差旅制度', snippet: expect.stringContaining('五百元'), source: 'a.md', sourceType: 'file' }],
    });
    expect(await use(search, { query: 'parking' })).toMatchObject({ results: [{ source: 'c.pdf' }] });
    expect(await use(search, { query: 'parking', sourceType: 'web' })).toMatchObject({ results: [], total: 0 });
    expect(await use(search, { query: 'parking' }, { owner: 'bob' })).toMatchObject({ results: [] });
    expect(await knowledge.list('bob')).toEqual([]);
    expect(await knowledge.remove('bob', begun[2]?.id ?? '')).toBe(false);
    for (const { id } of begun) expect(await knowledge.remove(OWNER, id)).toBe(true);
    expect(await knowledge.list(OWNER)).toEqual([]);
    expect(await use(search, { query: 'parking' })).toMatchObject({ results: [] });
  });

  it('finds your documents before those of the product', async () => {
    const { knowledge, store } = await underTest();
    const text = 'SIGTERM drains the server, and SIGTERM is sent by a person.';
    await store.documents.add(OWN_DOCS, { title: 'Ours', source: 'ours.md', sourceType: 'docs', text });
    await knowledge.add(OWNER, { title: 'Yours', source: 'yours.md', sourceType: 'file', text: `${text} And more.` });
    const hits = await knowledge.search(OWNER, 'SIGTERM');
    expect(hits.map(({ title }) => title)).toEqual(['Yours', 'Ours']);
  });

  it('does not keep what is taken away while it is read', async () => {
    const { knowledge, settled } = await underTest();
    const [entry] = knowledge.addFiles(OWNER, [{ name: 'c.pdf', mediaType: 'application/pdf', bytes: pdfOf(['x']) }]);
    const id = entry?.id ?? '';
    expect(await knowledge.remove(OWNER, id)).toBe(true);
    expect(await settled(id)).toBe('gone');
    expect(await knowledge.list(OWNER)).toEqual([]);
  });

  it('knows the product for everybody, takes that in once, and lets nobody change it', async () => {
    const { knowledge, store } = await underTest(true);
    const hits = await knowledge.search('bob', 'fidelity of dialects');
    expect(hits[0]).toMatchObject({ sourceType: 'docs', source: expect.stringMatching(/^docs\/.+\.md$/) });
    expect((await knowledge.search(OWNER, '架构 法则')).length).toBeGreaterThan(0);
    expect(await knowledge.list('bob')).toEqual([]);
    expect(await knowledge.remove('bob', hits[0]?.id ?? '')).toBe(false);
    const before = await store.documents.list(OWN_DOCS);
    const again = new Knowledge({ store, ownDocs: true, report: () => undefined });
    onTestFinished(() => again.close());
    await again.search('bob', 'x');
    expect(await store.documents.list(OWN_DOCS)).toEqual(before);
  });
});
