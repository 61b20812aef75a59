import type { DraftOf, EventOf, TodoItem, TodoStatus } from '../../events.ts';
import { keep, keptForms } from './kept.ts';
import type { ServerMessage } from './wire.ts';

type ListMessage = ServerMessage<'todo_list'>;
type ItemMessage = ServerMessage<'todo_update'>;

/** The document's fields, and nested what the newest front end reads instead. */
export function writeList(event: EventOf<'todo.list'>): Partial<ListMessage> {
  const { listId, title, items } = event;
  const forms = keptForms(event);
  const nested = items.map(({ text, status }, i) => {
    const form = forms[i];
    return { content: text, status, active_form: typeof form === 'string' ? form : text };
  });
  return {
    list_id: listId,
    title: title ?? null,
    items: items.map(({ id, text, status }) => ({ id, text, completed: status === 'completed' })),
    data: { list_id: listId, items: nested },
  };
}

/** The newest front end finds an item by its place; without a status it would never untick it. */
export function writeItem({ listId, itemId, index, text, status }: EventOf<'todo.item'>): Partial<ItemMessage> {
  const completed = status === 'completed';
  return {
    list_id: listId,
    item_id: itemId,
    completed,
    text: text === '' ? null : text,
    data: { item_id: `todo_${index}`, completed, status },
  };
}

/** Reads todo frames of either form. A change names less than our event says, so lists are remembered. */
export class TodoReader {
  readonly #lists = new Map<string, readonly TodoItem[]>();
  #latest: string | undefined;

  list(message: ListMessage, makeId: () => string): DraftOf<'todo.list'> {
    const items = readItems(message);
    const listId = message.list_id ?? message.data?.list_id ?? makeId();
    this.#remember(listId, items);
    const forms = message.data?.items.map(({ content, active_form }) => active_form ?? content) ?? [];
    const tellsMore = forms.some((form, i) => form !== items[i]?.text);
    return {
      type: 'todo.list',
      listId,
      ...(message.title != null && { title: message.title }),
      items,
      ...(tellsMore && keep('active_forms', forms)),
    };
  }

  item(message: ItemMessage, makeId: () => string): DraftOf<'todo.item'> {
    const listId = message.list_id ?? this.#latest ?? makeId();
    const items = this.#lists.get(listId) ?? [];
    const index = indexOf(items, message);
    const known = items[index];
    const item: TodoItem = {
      id: message.item_id ?? known?.id ?? message.data?.item_id ?? '',
      text: message.text ?? known?.text ?? '',
      status:
        message.data?.status ?? statusOf(message.completed ?? message.data?.completed) ?? known?.status ?? 'pending',
    };
    const changed = items.map((old, i) => (i === index ? item : old));
    if (known) this.#remember(listId, changed);
    const { id: itemId, text, status } = item;
    return { type: 'todo.item', listId, itemId, index: Math.max(0, index), text, status };
  }

  #remember(listId: string, items: readonly TodoItem[]): void {
    this.#lists.delete(listId);
    this.#lists.set(listId, items);
    this.#latest = listId;
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > MAX_LISTS && oldest !== undefined) this.#lists.delete(oldest);
  }
}

/** A conversation has one list or a few; older ones are no longer changed. */
const MAX_LISTS = 64;

function readItems({ items, data }: ListMessage): TodoItem[] {
  const nested = data?.items ?? [];
  if (!items) {
    return nested.map(({ content, status }, i) => ({ id: `todo_${i}`, text: content, status: status ?? 'pending' }));
  }
  return items.map(({ id, text, completed }, i) => ({
    id: id ?? `todo_${i}`,
    text,
    status: (nested.length === items.length && nested[i]?.status) || (statusOf(completed) ?? 'pending'),
  }));
}

function statusOf(completed: boolean | null | undefined): TodoStatus | undefined {
  if (completed == null) return undefined;
  return completed ? 'completed' : 'pending';
}

/** By place, by id, by a part of the text: what a front end in the field tries. */
function indexOf(items: readonly TodoItem[], { item_id, data }: ItemMessage): number {
  const places = [data?.item_id, item_id].flatMap((name) => /^todo_(\d{1,6})$/.exec(name ?? '')?.[1] ?? []);
  if (places[0] !== undefined) return Number(places[0]);
  const byId = items.findIndex(({ id }) => id === item_id);
  if (byId >= 0) return byId;
  const part = data?.item_id ?? item_id;
  return part ? items.findIndex(({ text }) => text.includes(part)) : -1;
}
