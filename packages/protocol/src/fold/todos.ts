import type { EventOf, TodoItem } from '../events.ts';
import type { Conversation } from './conversation.ts';
import { changeLasting } from './lasting.ts';
import { begun } from './part-list.ts';
import type { TodoPart } from './parts.ts';

type TodoEvent = EventOf<'todo.list' | 'todo.item'>;

/** A list that is sent again is the same list: it changes where it stands. */
export function todoList(conversation: Conversation, event: EventOf<'todo.list'>): Conversation {
  const { title, items, at } = event;
  return changeTodo(conversation, event, (part) => ({
    ...part,
    title: title ?? part.title,
    items,
    changedAt: at,
    by: undefined,
  }));
}

export function todoItem(conversation: Conversation, event: EventOf<'todo.item'>): Conversation {
  const { itemId: id, text, status, index, at, by } = event;
  return changeTodo(conversation, event, (part) => ({
    ...part,
    items: withItem(part.items, { id, text, status }, index),
    changedAt: at,
    by,
  }));
}

function changeTodo(conversation: Conversation, event: TodoEvent, change: (part: TodoPart) => TodoPart): Conversation {
  const { listId: id } = event;
  const make = () => newTodo(event);
  return changeLasting(
    conversation,
    event,
    { kind: 'todo', among: 'todos', id, is: (p) => p.listId === id, make },
    change,
  );
}

function newTodo(event: TodoEvent): TodoPart {
  return {
    kind: 'todo',
    ...begun(event),
    listId: event.listId,
    title: undefined,
    items: [],
    changedAt: event.at,
    by: undefined,
  };
}

function withItem(items: readonly TodoItem[], item: TodoItem, index: number): readonly TodoItem[] {
  const at = items[index]?.id === item.id ? index : items.findIndex(({ id }) => id === item.id);
  const copy = items.slice();
  if (at >= 0) copy[at] = item;
  else copy.splice(index, 0, item);
  return copy;
}
