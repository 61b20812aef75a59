import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type SessionInfo } from '../../lib/api.ts';
import { formatRoute, go } from '../../lib/route.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { StatusMark } from './status-mark.tsx';

interface SessionItemProps {
  readonly session: SessionInfo;
  readonly isOpen: boolean;
  readonly isUnread: boolean;
  readonly onChosen: () => void;
  readonly onChanged: () => void;
}

export function SessionItem({ session, isOpen, isUnread, onChosen, onChanged }: SessionItemProps) {
  const { t } = useTranslation();
  const [name, setName] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  const title = session.title || t('sessions.untitled');
  const rename = () => {
    if (name === undefined) return;
    setName(undefined);
    if (name.trim() !== '' && name !== session.title) void api.sessions.rename(session.id, name.trim()).then(onChanged);
  };
  const remove = () => {
    setLeaving(false);
    void api.sessions.delete(session.id).then(() => {
      if (isOpen) go({});
      onChanged();
    });
  };
  if (name !== undefined) {
    return (
      <li className="p-1">
        <input
          // biome-ignore lint/a11y/noAutofocus: the reader asked to write here
          autoFocus
          value={name}
          aria-label={t('sessions.renameLabel')}
          onChange={(event) => setName(event.target.value)}
          onBlur={rename}
          onKeyDown={(event) => {
            if (event.key === 'Enter') rename();
            if (event.key === 'Escape') setName(undefined);
          }}
          className="field py-1 text-sm"
        />
      </li>
    );
  }
  return (
    <li
      className={`group relative rounded-lg ${isOpen ? 'bg-accent-soft' : 'hover:bg-line/60 focus-within:bg-line/60'}`}
    >
      <a
        href={formatRoute({ session: session.id })}
        onClick={onChosen}
        aria-current={isOpen ? 'page' : undefined}
        className="flex min-h-9 items-center gap-2 rounded-lg px-2 py-1.5 text-sm pointer-coarse:pr-9 group-focus-within:pr-9 group-hover:pr-9 group-has-aria-expanded:pr-9"
      >
        <StatusMark status={session.status} />
        <span className={`min-w-0 flex-1 truncate ${isUnread ? 'font-semibold' : ''}`}>{title}</span>
        {isUnread && (
          <span role="img" aria-label={t('sessions.unread')} className="size-2 shrink-0 rounded-full bg-accent" />
        )}
      </a>
      <Menu
        trigger={
          <IconButton
            label={t('sessions.menu', { title })}
            className="absolute top-0.5 right-0.5 opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
          >
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={Pencil} onSelect={() => setTimeout(() => setName(session.title))}>
          {t('sessions.rename')}
        </MenuItem>
        <MenuItem icon={Trash2} isDangerous onSelect={() => setTimeout(() => setLeaving(true))}>
          {t('sessions.delete')}
        </MenuItem>
      </Menu>
      {isLeaving && (
        <Dialog title={t('sessions.deleteTitle')} onClose={() => setLeaving(false)}>
          <p>{t('sessions.deleteText', { title })}</p>
          <div className="mt-5 flex justify-end gap-2">
            <Button onClick={() => setLeaving(false)}>{t('app.cancel')}</Button>
            <Button look="danger" onClick={remove}>
              {t('sessions.delete')}
            </Button>
          </div>
        </Dialog>
      )}
    </li>
  );
}
