import type { TodoItem, TodoStatus } from '@polywire/protocol';
import { ListTodo } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '../../ui/spinner.tsx';
import { useChat } from '../chat/context.ts';
import { deeds, useDeed } from '../chat/deeds.ts';
import { useWho } from './use-who.ts';
import type { PartProps } from './views.tsx';

export function TodoView({ part }: PartProps<'todo'>) {
  const { t } = useTranslation();
  const who = useWho();
  const done = part.items.filter(({ status }) => status === 'completed').length;
  return (
    <section className="card p-4" aria-label={part.title ?? t('todo.title')}>
      <header className="mb-2 flex items-center justify-between gap-3">
        <h2 className="flex items-center gap-2 font-medium">
          <ListTodo aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
          {part.title ?? t('todo.title')}
        </h2>
        <p className="shrink-0 text-ink-faint text-xs">
          {t('todo.progress', { done, count: part.items.length })}
          {part.by !== undefined && ` · ${t('todo.by', { by: who(part.by) })}`}
        </p>
      </header>
      <ul className="space-y-0.5">
        {part.items.map((item) => (
          <Item key={item.id} item={item} listId={part.listId} />
        ))}
      </ul>
    </section>
  );
}

function Item({ item, listId }: { readonly item: TodoItem; readonly listId: string }) {
  const { act, client, place } = useChat();
  const name = `todo ${listId} ${item.id}`;
  const asked = useDeed<TodoStatus>(place, name, item);
  const status = asked ?? item.status;
  const toggle = () => {
    const what: TodoStatus = item.status === 'completed' ? 'pending' : 'completed';
    const work = () => act((session) => session.toggleTodo(listId, item.id, what));
    void deeds.begin(place, name, { what, about: item }, work);
  };
  return (
    <li>
      <label className="flex min-h-8 cursor-pointer items-start gap-2.5 rounded-lg px-1.5 py-1 hover:bg-sunken">
        <input
          type="checkbox"
          checked={status === 'completed'}
          disabled={!client}
          onChange={toggle}
          className="mt-1 size-4 shrink-0 accent-accent"
        />
        <span className={`min-w-0 ${status === 'completed' ? 'text-ink-faint line-through' : ''}`}>{item.text}</span>
        {status === 'in_progress' && <Spinner className="mt-1 ml-auto size-4 shrink-0" />}
      </label>
    </li>
  );
}
