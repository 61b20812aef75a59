import { expect, it, vi } from 'vitest';
import { bytes, storeUnderTest, turn } from './testing.ts';

// Real files on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

it('makes, finds and changes a session', async () => {
  const { store, clock } = await storeUnderTest();
  const made = await store.sessions.create('ada', { id: 's', agent: 'react', settings: { a: 1, b: { c: 2 } } });
  expect(made).toEqual({
    id: 's',
    title: '',
    created: 1_000,
    updated: 1_000,
    agent: 'react',
    settings: { a: 1, b: { c: 2 } },
  });
  clock.now = 2_000;
  const changed = await store.sessions.update('ada', 's', {
    title: 'Tea',
    model: 'big',
    settings: { a: null, b: { d: 3 } },
  });
  expect(changed).toEqual({ ...made, title: 'Tea', model: 'big', settings: { b: { c: 2, d: 3 } } });
  expect(await store.sessions.get('ada', 's')).toEqual(changed);
});

it('keeps a title that a person gave', async () => {
  const { store, say } = await storeUnderTest();
  await store.sessions.create('ada', { id: 'named' });
  await store.sessions.update('ada', 'named', { title: 'Mine' });
  await say('ada', 'named', ...turn('something else', 'yes'));
  await say('ada', 'other', ...turn('something else', 'yes'));
  expect((await store.sessions.get('ada', 'named'))?.title).toBe('Mine');
  expect((await store.sessions.get('ada', 'other'))?.title).toBe('something else');
});

it('refuses an id that is taken, whoever has it, and one that is no name of a folder', async () => {
  const { store } = await storeUnderTest();
  await store.sessions.create('ada', { id: 's' });
  await expect(store.sessions.create('bob', { id: 's' })).rejects.toMatchObject({ code: 'CONFLICT' });
  for (const id of ['', '.', '..', 'a/b', 'a\\b', 'x'.repeat(129), 'a\0', '-rf']) {
    await expect(store.sessions.create('ada', { id })).rejects.toMatchObject({ code: 'INVALID' });
  }
});

it('answers about another owner’s session as if it were not there', async () => {
  const { store, say } = await storeUnderTest();
  await say(
    'ada',
    's',
    ...turn('hello', 'secret'),
    {
      type: 'run.started',
      runId: 'r2',
    },
    { type: 'input.requested', inputId: 'q', kind: 'text' },
    { type: 'plan.proposed', planId: 'p', steps: [] },
  );
  const upload = await store.uploads.add('ada', 's', { name: 'a.txt' }, bytes('a'));
  const analysis = await store.analyses.add('ada', { session: 's', options: [{}] });
  const plan = await store.plans.save('ada', { task: 't', steps: [] });
  const workspace = await store.workspaces.create('ada', 'w');
  const document = await store.documents.add('ada', {
    title: 'secret',
    source: 'f',
    sourceType: 'file',
    text: 'secret',
  });
  await store.sessions.aliases.set('ada', 'threads', 'thread', 's');
  await store.sessions.create('bob', { id: 'own' });

  const { sessions, runs, messages, questions, plans, workspaces, uploads, documents, analyses } = store;
  const asked: [string, Promise<unknown>, unknown][] = [
    ['sessions.get', sessions.get('bob', 's'), undefined],
    ['sessions.list', sessions.list('bob').then(({ items }) => items.map(({ id }) => id)), ['own']],
    ['sessions.update', sessions.update('bob', 's', { title: 'x' }), undefined],
    ['sessions.remove', sessions.remove('bob', 's'), false],
    ['sessions.resolve by id', sessions.resolve('bob', 'threads', 's'), undefined],
    ['sessions.resolve by alias', sessions.resolve('bob', 'threads', 'thread'), undefined],
    ['aliases.of', sessions.aliases.of('bob', 'threads', 's'), undefined],
    ['aliases.set', sessions.aliases.set('bob', 'threads', 'mine', 's'), false],
    ['aliases.integerFor', sessions.aliases.integerFor('bob', 'numbers', 's'), undefined],
    ['runs.list', runs.list('bob', 's'), []],
    ['runs.get', runs.get('bob', 's', 'r'), undefined],
    ['messages.list', messages.list('bob', 's'), []],
    ['messages.search', messages.search('bob', 'secret'), { items: [] }],
    ['questions.list', questions.list('bob'), []],
    ['questions.list of it', questions.list('bob', 's'), []],
    ['plans.get', plans.get('bob', plan.id), undefined],
    ['plans.list', plans.list('bob'), []],
    ['plans.update', plans.update('bob', plan.id, { task: 'x' }), undefined],
    ['plans.remove', plans.remove('bob', plan.id), false],
    ['plans.ofSession', plans.ofSession('bob', 's'), []],
    ['workspaces.get', workspaces.get('bob', workspace.id), undefined],
    ['workspaces.list', workspaces.list('bob'), []],
    ['workspaces.rename', workspaces.rename('bob', workspace.id, 'x'), false],
    ['workspaces.remove', workspaces.remove('bob', workspace.id), false],
    ['workspaces.addThread to it', workspaces.addThread('bob', workspace.id, 'own'), false],
    ['workspaces.removeThread', workspaces.removeThread('bob', workspace.id, 's'), false],
    ['uploads.add', uploads.add('bob', 's', { name: 'x' }, bytes('x')), undefined],
    ['uploads.list', uploads.list('bob', 's'), []],
    ['uploads.get', uploads.get('bob', upload?.id ?? ''), undefined],
    ['uploads.read', uploads.read('bob', upload?.id ?? ''), undefined],
    ['uploads.remove', uploads.remove('bob', upload?.id ?? ''), false],
    ['documents.list', documents.list('bob'), []],
    ['documents.remove', documents.remove('bob', document.id), false],
    ['documents.search', documents.search('bob', 'secret'), []],
    ['analyses.add', analyses.add('bob', { session: 's', options: [] }), undefined],
    ['analyses.get', analyses.get('bob', analysis?.id ?? 0), undefined],
    ['analyses.list', analyses.list('bob', 's'), []],
  ];
  for (const [what, answer, expected] of asked) expect(await answer, what).toEqual(expected);
  const own = await workspaces.create('bob', 'b');
  expect(await workspaces.addThread('bob', own.id, 's')).toBe(false);

  expect((await sessions.get('ada', 's'))?.title).toBe('hello');
  expect(await uploads.list('ada', 's')).toEqual([upload]);
  expect(await documents.search('ada', 'secret')).toHaveLength(1);
  expect((await messages.search('ada', 'secret')).items).toHaveLength(1);
});

it('lists the last changed first, page by page, each once', async () => {
  const { store, clock } = await storeUnderTest();
  for (let i = 0; i < 12; i += 1) {
    clock.now = 1_000 + Math.floor(i / 3);
    await store.sessions.create('ada', { id: `s${i}`, title: `Title ${i}` });
  }
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await store.sessions.list('ada', { limit: 5, ...(after !== undefined && { after }) });
    seen.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  expect(seen).toEqual(['s9', 's11', 's10', 's8', 's7', 's6', 's5', 's4', 's3', 's2', 's1', 's0']);
});

it('finds words of titles, in any case, without reading them as patterns', async () => {
  const { store } = await storeUnderTest();
  await store.sessions.create('ada', { id: 'a', title: '100% ÉCLAIR recipe' });
  await store.sessions.create('ada', { id: 'b', title: '北京天气_今天' });
  const found = async (text: string) => (await store.sessions.list('ada', { text })).items.map(({ id }) => id);
  expect(await found('éclair')).toEqual(['a']);
  expect(await found('recipe 100%')).toEqual(['a']);
  expect(await found('天气')).toEqual(['b']);
  expect(await found('_')).toEqual(['b']);
  expect(await found('%_')).toEqual([]);
  expect(await found("'; DROP TABLE sessions; --")).toEqual([]);
  expect(await found('  ')).toHaveLength(2);
});

it('gives names per owner and dialect', async () => {
  const { store } = await storeUnderTest();
  const { aliases } = store.sessions;
  for (const [owner, id] of [
    ['ada', 'a1'],
    ['ada', 'a2'],
    ['bob', 'b1'],
  ] as const)
    await store.sessions.create(owner, { id });
  expect(await aliases.set('ada', 'threads', 'main', 'a1')).toBe(true);
  expect(await aliases.set('ada', 'threads', 'main', 'a1')).toBe(true);
  expect(await aliases.set('ada', 'paths', 'main', 'a2')).toBe(true);
  expect(await aliases.set('bob', 'threads', 'main', 'b1')).toBe(true);
  await expect(aliases.set('ada', 'threads', 'main', 'a2')).rejects.toMatchObject({ code: 'CONFLICT' });
  const named = async (owner: string, dialect: string) => (await store.sessions.resolve(owner, dialect, 'main'))?.id;
  expect([await named('ada', 'threads'), await named('ada', 'paths'), await named('bob', 'threads')]).toEqual([
    'a1',
    'a2',
    'b1',
  ]);
  expect(await aliases.of('ada', 'threads', 'a1')).toBe('main');
});

it('refuses names that are none', async () => {
  const { store } = await storeUnderTest();
  for (const name of ['', 'x'.repeat(257)]) {
    await expect(store.sessions.resolve('ada', 'paths', name, { id: 's' })).rejects.toMatchObject({ code: 'INVALID' });
  }
  expect(await store.sessions.get('ada', 's')).toBeUndefined();
});

it('opens a session in any dialect by its id, and makes one at the first mention of a name', async () => {
  const { store } = await storeUnderTest();
  await store.sessions.create('ada', { id: 's' });
  expect((await store.sessions.resolve('ada', 'threads', 's'))?.id).toBe('s');
  const made = await Promise.all(
    ['x1', 'x2', 'x3'].map((id) => store.sessions.resolve('ada', 'paths', 'chosen by a client', { id })),
  );
  expect(made.map((session) => session?.id)).toEqual(['x1', 'x1', 'x1']);
  expect((await store.sessions.resolve('bob', 'paths', 's', { id: 'bobs' }))?.id).toBe('bobs');
});

it('numbers sessions without ever giving a number twice', async () => {
  const { store } = await storeUnderTest();
  const { aliases } = store.sessions;
  for (const id of ['a', 'b', 'c', 'd']) await store.sessions.create('ada', { id });
  await store.sessions.create('bob', { id: 'e' });
  const number = (id: string, owner = 'ada') => aliases.integerFor(owner, 'numbers', id);
  await aliases.set('ada', 'numbers', '2', 'c');
  expect([await number('a'), await number('b'), await number('c'), await number('a')]).toEqual([1, 3, 2, 1]);
  expect(await number('e', 'bob')).toBe(4);
  await store.sessions.remove('ada', 'b');
  expect(await number('d')).toBe(5);
  expect((await store.sessions.resolve('ada', 'numbers', '2'))?.id).toBe('c');
  await store.sessions.create('ada', { id: 'f' });
  await aliases.set('ada', 'numbers', '002', 'f');
  expect(await number('f')).toBe(6);
});

it('knows which sessions have something left to do', async () => {
  const { store, say } = await storeUnderTest();
  await say('ada', 'done', ...turn('q', 'a'));
  await say('ada', 'running', { type: 'run.started', runId: 'r' });
  await say('bob', 'waiting', ...turn('first', 'a'), { type: 'message.accepted', text: 'second' });
  await store.sessions.create('ada', { id: 'new' });
  expect(await store.sessions.unsettled()).toEqual([
    { owner: 'ada', id: 'running' },
    { owner: 'bob', id: 'waiting' },
  ]);
});
