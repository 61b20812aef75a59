import { describe, expect, it, vi } from 'vitest';
import { fileTools } from './files.ts';
import { memoryTools } from './memory.ts';
import { OWNER, sessionUnderTest, toolIn } from './testing.ts';
import { todoTools } from './todos.ts';

// Real files on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

describe('checklists', () => {
  it('are shown, changed, and tell what the user ticked', async () => {
    const { use, emitted, say, session, log } = await sessionUnderTest();
    const tool = toolIn(todoTools({ log }));
    await use(tool('todo_create'), { title: 'Trip', items: ['pack', 'book', 'go'] });
    expect(emitted).toMatchObject([
      { type: 'todo.list', title: 'Trip', items: [{ text: 'pack', status: 'pending' }, {}, {}] },
    ]);
    const { listId, items } = emitted[0] as { listId: string; items: { id: string }[] };

    const itemId = items[1]?.id ?? '';
    await say(OWNER, session, {
      type: 'todo.item',
      listId,
      itemId,
      index: 1,
      text: 'book',
      status: 'completed',
      by: OWNER,
    });
    const told = await use(tool('todo_update'), { index: 0, status: 'in_progress' });
    expect(emitted.at(-1)).toMatchObject({ type: 'todo.item', listId, index: 0, text: 'pack', status: 'in_progress' });
    expect(told).toMatchObject({
      listId,
      items: [{ status: 'in_progress' }, { status: 'completed', changedBy: 'user' }, { status: 'pending' }],
    });
    await expect(use(tool('todo_update'), { index: 3, status: 'completed' })).rejects.toThrow('3 items');
    await expect(use(tool('todo_update'), { index: 0, status: 'done' })).rejects.toThrow('status');
    await expect(use(tool('todo_update'), { listId: 'x', index: 0, status: 'completed' })).rejects.toThrow('no such');
  });

  it('are the same list when a crash makes the call be made again', async () => {
    const { use, emitted, log } = await sessionUnderTest();
    const tool = toolIn(todoTools({ log }));
    await use(tool('todo_create'), { items: ['a'] }, { callId: 'c' });
    await use(tool('todo_create'), { items: ['a'] }, { callId: 'c~' });
    expect(emitted[0]).toEqual(emitted[1]);
  });

  it('that a rewind took back are gone', async () => {
    const { use, say, session, log } = await sessionUnderTest();
    const tool = toolIn(todoTools({ log }));
    await use(tool('todo_create'), { items: ['a'] });
    await say(OWNER, session, { type: 'history.rewound', toSeq: 0 });
    await expect(use(tool('todo_update'), { index: 0, status: 'completed' })).rejects.toThrow('no such');
  });
});

describe('notes', () => {
  it('are found by their words, in either language; a key holds one', async () => {
    const { use, log } = await sessionUnderTest();
    const tool = toolIn(memoryTools({ log }));
    await use(tool('remember'), { text: 'The wifi password is on the fridge' });
    await use(tool('remember'), { key: 'birthday', text: 'Ada: 10 December' });
    await use(tool('remember'), { text: '我的生日是三月五号' });
    await use(tool('remember'), { key: 'birthday', text: 'Ada: 9 December' });
    expect(await use(tool('recall'), { query: 'WIFI?' })).toEqual({
      found: [{ text: 'The wifi password is on the fridge' }],
      of: 3,
    });
    expect(await use(tool('recall'), { query: 'birthday' })).toMatchObject({ found: [{ text: 'Ada: 9 December' }] });
    expect(await use(tool('recall'), { query: '生日是哪天' })).toMatchObject({
      found: [{ text: '我的生日是三月五号' }],
    });
    expect(await use(tool('recall'), { query: '' })).toMatchObject({ found: [{}, {}, {}] });
  });
});

describe('files', () => {
  it('are written, listed, read, replaced and deleted', async () => {
    const { use, store, session } = await sessionUnderTest();
    const tool = toolIn(fileTools({ store }));
    expect(tool('write_file').destructive && tool('delete_file').destructive).toBe(true);
    expect(tool('list_files').destructive ?? tool('read_file').destructive).toBeUndefined();
    await use(tool('write_file'), { path: '笔记.md', content: 'one' });
    await use(tool('write_file'), { path: './笔记.md', content: 'two 二' });
    expect(await use(tool('list_files'), {})).toEqual({
      files: [{ name: '笔记.md', size: 7, mediaType: 'text/markdown' }],
    });
    expect(await use(tool('read_file'), { path: '笔记.md' })).toEqual({ path: '笔记.md', text: 'two 二', chars: 5 });
    await use(tool('delete_file'), { path: '笔记.md' });
    expect(await store.uploads.list(OWNER, session)).toEqual([]);
    expect(await use(tool('list_files'), {})).toEqual({ files: [] });
    await expect(use(tool('read_file'), { path: '笔记.md' })).rejects.toThrow('no file');
  });

  it('are read on where they are long, and in the encoding they have', async () => {
    const { use, store, session } = await sessionUnderTest();
    const tool = toolIn(fileTools({ store }));
    await use(tool('write_file'), { path: 'long.txt', content: 'x'.repeat(40_000) });
    const first = await use(tool('read_file'), { path: 'long.txt' });
    expect(first).toMatchObject({ chars: 40_000, nextOffset: 32_000 });
    const rest = await use(tool('read_file'), { path: 'long.txt', offset: 32_000 });
    expect(rest).toEqual({ path: 'long.txt', text: 'x'.repeat(8_000), chars: 40_000 });
    async function* gbk() {
      yield Buffer.from([0xc4, 0xe3, 0xba, 0xc3]);
    }
    await store.uploads.add(OWNER, session, { name: 'gbk.txt', mediaType: 'text/plain' }, gbk());
    expect(await use(tool('read_file'), { path: 'gbk.txt' })).toMatchObject({ text: '你好' });
  });

  it.each([
    '../x',
    '/etc/passwd',
    'a//b',
    'a/./b',
    'a/../b',
    'a/',
    'a/.b/c',
    'a/b/c/d/e/f/g/h/i',
    'a\\b',
    'C:\\x',
    '..',
    '.',
    '.ssh',
    'x\0y',
    'a\u202Eb',
    'uploads/../../x',
  ])('%j leads nowhere', async (path) => {
    const { use, store, session } = await sessionUnderTest();
    const tool = toolIn(fileTools({ store }));
    for (const name of ['read_file', 'delete_file']) await expect(use(tool(name), { path })).rejects.toThrow('plain');
    await expect(use(tool('write_file'), { path, content: 'x' })).rejects.toThrow('plain');
    expect(await store.uploads.list(OWNER, session)).toEqual([]);
  });

  it('have folders, which are part of their names', async () => {
    const { use, store } = await sessionUnderTest();
    const tool = toolIn(fileTools({ store }));
    for (const path of ['plan.md', 'notes/plan.md', './notes/old/plan.md']) {
      await use(tool('write_file'), { path, content: path });
    }
    await use(tool('write_file'), { path: 'notes/plan.md', content: 'new' });
    const { files } = (await use(tool('list_files'), { path: 'notes/' })) as { files: { name: string }[] };
    expect(files.map(({ name }) => name).sort()).toEqual(['notes/old/plan.md', 'notes/plan.md']);
    expect(await use(tool('read_file'), { path: 'notes/plan.md' })).toMatchObject({ text: 'new' });
    await use(tool('delete_file'), { path: 'plan.md' });
    expect(await use(tool('read_file'), { path: 'notes/old/plan.md' })).toMatchObject({ text: './notes/old/plan.md' });
    await expect(use(tool('read_file'), { path: 'plan.md' })).rejects.toThrow('no file');
  });

  it('of another session or owner are not there', async () => {
    const { use, store } = await sessionUnderTest();
    const tool = toolIn(fileTools({ store }));
    await use(tool('write_file'), { path: 'mine.txt', content: 'x' });
    const { id } = await store.sessions.create('bob', { id: 'bobs' });
    for (const change of [{ session: id, owner: 'bob' }, { owner: 'bob' }, { session: id }]) {
      expect(await use(tool('list_files'), {}, change)).toEqual({ files: [] });
      await expect(use(tool('read_file'), { path: 'mine.txt' }, change)).rejects.toThrow('no file');
    }
  });
});
