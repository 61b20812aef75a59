import type { Draft } from '@polywire/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MessageHit } from '../contract.ts';
import { type StoreUnderTest, storeUnderTest, turn } from './testing.ts';

// Real files on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const marked = ({ snippet }: MessageHit) => snippet.marks.map(([from, to]) => snippet.text.slice(from, to));

it('lists what was said, upwards from any place', async () => {
  const { store, say } = await storeUnderTest();
  const file = { name: '数据.csv', size: 3 };
  await say('ada', 's', { type: 'message.accepted', text: 'look', files: [file], by: 'Ada' });
  await say(
    'ada',
    's',
    { type: 'run.started', runId: 'r', input: 'look' },
    { type: 'message.started', runId: 'r', messageId: 'm', role: 'assistant', name: 'coder' },
  );
  await say(
    'ada',
    's',
    { type: 'text.delta', runId: 'r', messageId: 'm', delta: 'I ' },
    { type: 'text.delta', runId: 'r', messageId: 'm', delta: 'see' },
  );
  const user = {
    session: 's',
    run: 'r',
    seq: 1,
    last: 1,
    role: 'user',
    name: 'Ada',
    text: 'look',
    files: [file],
    interrupted: false,
    queued: false,
    takenBack: false,
  };
  expect(await store.messages.list('ada', 's')).toMatchObject([user]);
  await say('ada', 's', { type: 'message.completed', runId: 'r', messageId: 'm', interrupted: true });
  const assistant = {
    session: 's',
    run: 'r',
    seq: 3,
    last: 6,
    messageId: 'm',
    role: 'assistant',
    name: 'coder',
    text: 'I see',
    interrupted: true,
    queued: false,
    takenBack: false,
  };
  expect(await store.messages.list('ada', 's')).toMatchObject([user, assistant]);
  expect(await store.messages.list('ada', 's', { limit: 1 })).toMatchObject([assistant]);
  expect(await store.messages.list('ada', 's', { before: 3 })).toMatchObject([user]);
  expect(await store.messages.list('ada', 's', { role: 'assistant' })).toMatchObject([assistant]);
});

it('tells which messages wait and which were taken back', async () => {
  const { store, say } = await storeUnderTest();
  await say('ada', 's', ...turn('first', 'one', 'r1'), ...turn('second', 'two', 'r2'));
  await say('ada', 's', { type: 'history.rewound', toSeq: 6 }, { type: 'message.accepted', text: 'third' });
  const list = await store.messages.list('ada', 's');
  expect(list.map(({ text, queued, takenBack }) => [text, queued, takenBack])).toEqual([
    ['first', false, false],
    ['one', false, false],
    ['second', false, true],
    ['two', false, true],
    ['third', true, false],
  ]);
  expect((await store.runs.list('ada', 's')).map(({ id, takenBack }) => [id, takenBack])).toEqual([
    ['r1', false],
    ['r2', true],
  ]);
});

describe('search', () => {
  const texts = {
    weather: '今天天气不错，我们去公园散步。',
    university: '他在北京大学计算机系学习机器学习。',
    bridge: '南京市长江大桥',
    mixed: '用 Node.js 部署到 Kubernetes，端口是 8080。',
    english: 'The café deployed its SERVER yesterday; résumé attached.',
    name: '请把文件交给和珅和李雷去处理',
    kana: 'これはカタカナのテストです',
    width: 'ＡＢＣ　１２３',
  };

  let store: StoreUnderTest['store'];
  const endings: (() => void)[] = [];
  beforeAll(async () => {
    const { say, ...under } = await storeUnderTest({ atEnd: (work) => endings.unshift(work) });
    for (const [session, text] of Object.entries(texts)) await say('ada', session, { type: 'message.accepted', text });
    store = under.store;
  });
  afterAll(() => {
    for (const end of endings) end();
  });

  it.each([
    ['天气', ['weather'], ['天气']],
    ['公园', ['weather'], ['公园']],
    ['北京', ['university'], ['北京']],
    ['北京大学', ['university'], ['北京大学']],
    ['学习机器', ['university'], ['学习机器学习']],
    ['长江', ['bridge'], ['长江']],
    ['市长', ['bridge'], ['市长']],
    ['李雷', ['name'], ['李雷']],
    ['雷', ['name'], ['雷']],
    ['公园 天气', ['weather'], ['天气', '公园']],
    ['公园 长江', [], []],
    ['node 部署', ['mixed'], ['Node', '部署']],
    ['kuber', ['mixed'], ['Kuber']],
    ['808', ['mixed'], ['808']],
    ['cafe', ['english'], ['café']],
    ['RÉSUMÉ server', ['english'], ['SERVER', 'résumé']],
    ['erver', [], []],
    ['カタカナ', ['kana'], ['カタカナ']],
    ['abc123', [], []],
    ['abc 123', ['width'], ['ＡＢＣ', '１２３']],
    ['火星', [], []],
  ])('%s', async (query, sessions, marks) => {
    const hits = (await store.messages.search('ada', query)).items;
    expect(hits.map(({ session }) => session)).toEqual(sessions);
    expect(hits.flatMap(marked)).toEqual(marks);
  });

  it.each([
    ...['', ' ', '"', '""', '*', 'a AND', 'OR', '-', "'", ';--', '\0', '\ud83d', '(', '{', '+', '🎉'].map((query) => [
      query,
      [],
    ]),
    ...['天气"', '天气*', '^天气', '(天气', '-天气', '天气'.repeat(5_000)].map((query) => [query, ['weather']]),
    ...['NEAR(', 'NEAR(天气 公园)', 'words:天气', '天气 OR 长江', 'NOT 天气'].map((query) => [query, []]),
  ] as [string, string[]][])('takes %j for words, not for syntax', async (query, found) => {
    const { items } = await store.messages.search('ada', query);
    expect(items.map(({ session }) => session)).toEqual(found);
  });
});

it('finds the newest first, page by page, each once', async () => {
  const { store, say } = await storeUnderTest();
  for (let i = 0; i < 7; i += 1) await say('ada', `s${i % 2}`, { type: 'message.accepted', text: `apple ${i}` });
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await store.messages.search('ada', 'apple', { limit: 3, ...(after !== undefined && { after }) });
    seen.push(...page.items.map(({ snippet }) => snippet.text));
    after = page.next;
  } while (after !== undefined);
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `apple ${i}`));
});

it('looks at no more texts in one go than it may, and goes on from there', async () => {
  const { store, say } = await storeUnderTest();
  const many = Array.from({ length: 2_100 }, (): Draft => ({ type: 'message.accepted', text: '市里有校长' }));
  await say('ada', 's', { type: 'message.accepted', text: '市长' }, ...many);
  const first = await store.messages.search('ada', '市长');
  expect(first).toEqual({ items: [], next: expect.any(String) });
  const second = await store.messages.search('ada', '市长', { after: first.next ?? '' });
  expect(second.items.map(({ seq }) => seq)).toEqual([1]);
});

it('finds what an assistant said, with where and when', async () => {
  const { store, say } = await storeUnderTest();
  const events = await say('ada', 's', ...turn('how?', 'by a very elegant algorithm', 'r1'));
  const { items } = await store.messages.search('ada', 'elegant');
  expect(items).toEqual([
    {
      session: 's',
      title: 'how?',
      run: 'r1',
      seq: 3,
      role: 'assistant',
      at: events[2]?.at,
      snippet: { text: 'by a very elegant algorithm', marks: [[10, 17]] },
    },
  ]);
});

it('shows the surroundings of what it found in a long text, never half a character', async () => {
  const { store, say } = await storeUnderTest();
  await say('ada', 's', { type: 'message.accepted', text: `${'😀'.repeat(500)}xneedle${'😀'.repeat(500)}` });
  const [hit] = (await store.messages.search('ada', 'xneedle')).items;
  expect(hit?.snippet.text).toMatch(/^…😀+xneedle😀+…$/u);
  expect(hit && marked(hit)).toEqual(['xneedle']);
});

it('indexes as many messages as there are, and again what was corrected', async () => {
  const { store, say, database } = await storeUnderTest();
  for (let i = 0; i < 250; i += 1)
    await say('ada', 's', { type: 'message.accepted', text: `单词${i} ${'填充'.repeat(100)}` });
  await say('ada', 'other', ...turn('q', 'teh answer', 'r'));
  await Promise.all([store.messages.index(), store.messages.index()]);
  expect(database.db.prepare('SELECT count(*) FROM message_search').pluck().get()).toBe(252);
  await say(
    'ada',
    'other',
    { type: 'run.started', runId: 'r2' },
    { type: 'text.replaced', runId: 'r2', messageId: 'r.m', text: 'the answer' },
  );
  const found = async (query: string) => (await store.messages.search('ada', query)).items.length;
  expect([await found('teh'), await found('answer'), await found('单词249')]).toEqual([0, 1, 1]);
});

it('leaves the rest of its index for the next start when it is closed meanwhile', async () => {
  const { store, say } = await storeUnderTest();
  await say(
    'ada',
    's',
    ...Array.from({ length: 300 }, (_, n) => ({ type: 'message.accepted', text: `m${n}` }) as const),
  );
  const indexing = store.messages.index();
  await store.close();
  await expect(indexing).resolves.toBeUndefined();
});
