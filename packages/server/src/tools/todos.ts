import type { EventOf, Json, TodoItem } from '@polywire/protocol';
import { z } from 'zod';
import type { EventLog } from '../log/contract.ts';
import type { Tool } from './contract.ts';
import { defineTool } from './define-tool.ts';
import { firstCall } from './first-call.ts';
import { sessionEvents } from './session-events.ts';

/** Checklists. They live in the log, so what a user ticked is there as well. */
export function todoTools({ log }: { readonly log: EventLog }): readonly Tool[] {
  return [
    defineTool({
      name: 'todo_create',
      description: {
        en: 'Shows the user a checklist. Give all its items at once, in order.',
        zh: '向用户展示一个待办清单，按顺序一次给出全部条目。',
      },
      parameters: z.object({
        title: z.string().max(200).optional(),
        items: z.array(z.string().min(1).max(1_000)).min(1).max(100),
      }),
      idempotent: true,
      run({ title, items: texts }, { callId, emit }) {
        const listId = `${firstCall(callId)}.todo`;
        const items = texts.map((text, i): TodoItem => ({ id: `item-${i + 1}`, text, status: 'pending' }));
        emit({ type: 'todo.list', listId, ...(title !== undefined && { title }), items });
        return told({ listId, title, items });
      },
    }),
    defineTool({
      name: 'todo_update',
      description: {
        en: 'Changes the status of an item of a checklist (the first item has index 0), and tells how the list stands, with what the user ticked. The latest list where no listId is given.',
        zh: '修改清单中某一条的状态（第一条的 index 为 0），并返回清单现状（含用户勾选）。不给 listId 时为最近的清单。',
      },
      parameters: z.object({
        listId: z.string().optional(),
        index: z.number().int().nonnegative().describe('From 0 / 从 0 开始'),
        status: z.enum(['pending', 'in_progress', 'completed']),
      }),
      idempotent: true,
      async run({ listId, index, status }, { session, emit }) {
        const list = await findList(log, session, listId);
        const item = list.items[index];
        if (!item) throw new Error(`The list has ${list.items.length} items. / 清单共有 ${list.items.length} 条。`);
        emit({ type: 'todo.item', listId: list.listId, itemId: item.id, index, text: item.text, status });
        const items = list.items.map((each, i) => (i === index ? { ...each, status } : each));
        return told({ ...list, items });
      },
    }),
  ];
}

interface TodoList {
  readonly listId: string;
  readonly title: string | undefined;
  readonly items: readonly (TodoItem & { by?: string })[];
}

async function findList(log: EventLog, session: string, listId: string | undefined): Promise<TodoList> {
  const events = await sessionEvents(log, session, ['todo.list', 'todo.item']);
  const wanted = listId ?? [...events].reverse().find(({ type }) => type === 'todo.list')?.listId;
  let found: TodoList | undefined;
  for (const event of events) {
    if (event.listId !== wanted) continue;
    if (event.type === 'todo.list') found = { listId: event.listId, title: event.title, items: event.items };
    else if (found)
      found = { ...found, items: found.items.map((item) => (item.id === event.itemId ? changed(event) : item)) };
  }
  if (!found)
    throw new Error('There is no such checklist: make one with todo_create. / 没有该清单：请先用 todo_create 创建。');
  return found;
}

function changed({ itemId, text, status, by }: EventOf<'todo.item'>) {
  return { id: itemId, text, status, ...(by !== undefined && { by }) };
}

function told({ listId, title, items }: TodoList): Json {
  const listed = items.map(({ text, status, by }, index) => ({
    index,
    text,
    status,
    ...(by !== undefined && { changedBy: 'user' }),
  }));
  return { listId, ...(title !== undefined && { title }), items: listed };
}
