import { describe, expect, it } from 'vitest';
import { type Draft, stampDraft } from '../../events.ts';
import type { JsonObject } from '../../json.ts';
import { lumine } from './index.ts';

const stream = { id: 's1', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: '' } as const;
const run = { runId: 'r' };
const list: Draft = {
  ...run,
  type: 'todo.list',
  listId: 'l',
  title: 'Work',
  items: [
    { id: 'a', text: 'Write tests', status: 'completed' },
    { id: 'b', text: 'Ship it', status: 'in_progress' },
  ],
};

function encode(...drafts: Draft[]): JsonObject[] {
  const encoder = lumine.server.encoder(stream);
  const events = drafts.map((draft, i) => stampDraft(draft, i + 1, 0));
  return events.flatMap((event) => encoder.push(event).map(({ data }) => JSON.parse(data) as JsonObject));
}

describe('written', () => {
  it('lists have the fields of the document and nested those of the newest build', () => {
    expect(encode({ ...run, type: 'run.started' }, list)).toMatchObject([
      {
        type: 'todo_list',
        list_id: 'l',
        title: 'Work',
        items: [
          { id: 'a', text: 'Write tests', completed: true },
          { id: 'b', text: 'Ship it', completed: false },
        ],
        data: {
          list_id: 'l',
          items: [
            { content: 'Write tests', status: 'completed', active_form: 'Write tests' },
            { content: 'Ship it', status: 'in_progress', active_form: 'Ship it' },
          ],
        },
      },
    ]);
  });

  it('changes name the item by its place and say its status, so that it can be unticked', () => {
    const item: Draft = {
      ...run,
      type: 'todo.item',
      listId: 'l',
      itemId: 'a',
      index: 0,
      text: 'Write tests',
      status: 'pending',
    };
    expect(encode({ ...run, type: 'run.started' }, item)).toMatchObject([
      {
        type: 'todo_update',
        list_id: 'l',
        item_id: 'a',
        completed: false,
        text: 'Write tests',
        data: { item_id: 'todo_0', completed: false, status: 'pending' },
      },
    ]);
  });
});

describe('read', () => {
  const asDocument = {
    type: 'todo_list',
    list_id: 'l',
    items: [
      { id: 'a', text: 'Write tests', completed: true },
      { id: 'b', text: 'Ship it', completed: false },
    ],
  };
  const asNewest = {
    type: 'todo_list',
    data: { list_id: 'l', items: [{ content: 'Write tests', status: 'completed' }, { content: 'Ship it' }] },
  };
  const update = (fields: JsonObject) => ({ type: 'todo_update', ...fields });

  function read(...frames: JsonObject[]): Draft | undefined {
    const decoder = lumine.client.decoder(stream);
    return frames.flatMap((frame) => decoder.push({ data: JSON.stringify(frame) }).values).at(-1);
  }

  const second = { listId: 'l', itemId: 'b', index: 1, text: 'Ship it', status: 'completed' };
  it.each<[string, JsonObject, JsonObject, object]>([
    ['by id', asDocument, { list_id: 'l', item_id: 'b', completed: true, text: null }, second],
    ['by id, without the list', asDocument, { item_id: 'b', completed: true }, second],
    ['by place', asDocument, { data: { item_id: 'todo_1', completed: true, status: 'completed' } }, second],
    ['by a part of its text', asDocument, { data: { item_id: 'Ship', status: 'completed' } }, second],
    [
      'by place in a nested list',
      asNewest,
      { data: { item_id: 'todo_1', completed: true } },
      { ...second, itemId: 'todo_1' },
    ],
    [
      'with a new text',
      asDocument,
      { item_id: 'b', text: 'Ship now', completed: true },
      { ...second, text: 'Ship now' },
    ],
    [
      'with nothing new',
      asDocument,
      { item_id: 'a' },
      { itemId: 'a', index: 0, text: 'Write tests', status: 'completed' },
    ],
    [
      'whose item nobody knows',
      asDocument,
      { item_id: 'z', completed: true },
      { itemId: 'z', text: '', status: 'completed' },
    ],
    ['whose list nobody knows', asDocument, { list_id: 'm', item_id: 'b', completed: true }, { listId: 'm', text: '' }],
  ])('a change %s', (_, known, change, expected) => {
    expect(read(known, update(change))).toMatchObject({ type: 'todo.item', ...expected });
  });

  it('a change is remembered for the next one', () => {
    const renamed = update({ item_id: 'b', text: 'Ship now', completed: true });
    expect(read(asDocument, renamed, update({ item_id: 'b' }))).toMatchObject({
      text: 'Ship now',
      status: 'completed',
    });
  });

  it('an item that nobody knows leaves the others as they are', () => {
    const stray = update({ item_id: 'z', text: 'Else', completed: false });
    expect(read(asDocument, stray, update({ item_id: 'a' }))).toMatchObject({
      text: 'Write tests',
      status: 'completed',
    });
  });

  it('a status of the nested form counts more than a tick', () => {
    const data = { list_id: 'l', items: [{ content: 'A', status: 'in_progress' }] };
    const both = { type: 'todo_list', list_id: 'l', items: [{ id: 'a', text: 'A', completed: false }], data };
    expect(read(both)).toMatchObject({ items: [{ id: 'a', text: 'A', status: 'in_progress' }] });
  });
});
