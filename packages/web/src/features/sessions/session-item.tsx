import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SessionInfo, wordsOf } from '../../lib/api.ts';
import { isComposing } from '../../lib/keys.ts';
import { formatRoute, go } from '../../lib/route.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { inOneLanguage } from '../parts/one-language.ts';
import { StatusMark } from './status-mark.tsx';

interface SessionItemProps {
  readonly session: SessionInfo;
  readonly isOpen: boolean;
  readonly isUnread: boolean;
  readonly onChosen: () => void;
  /** Both reject where it was not done. */
  readonly onRename: (title: string) => Promise<void>;
  readonly onRemove: () => Promise<void>;
}

export function SessionItem({ session, isOpen, isUnread, onChosen, onRename, onRemove }: SessionItemProps) {
  const { t, i18n } = useTranslation();
  const [name, setName] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isAtWork = useRef(false);
  const title = session.title || t('sessions.untitled');
  const attempt = async (work: () => Promise<void>, done: () => void) => {
    if (isAtWork.current) return;
    isAtWork.current = true;
    try {
      await work();
      done();
    } catch (error) {
      setProblem(wordsOf(error));
    }
    isAtWork.current = false;
  };
  const leaveName = () => {
    setProblem(undefined);
    setName(undefined);
  };
  const rename = () => {
    const wanted = name?.trim() ?? '';
    if (wanted === '' || wanted === session.title) leaveName();
    else void attempt(() => onRename(wanted), leaveName);
  };
  const stay = () => {
    setProblem(undefined);
    setLeaving(false);
  };
  const remove = () =>
    attempt(onRemove, () => {
      stay();
      if (isOpen) go({});
    });
  const told = problem !== undefined && (
    <p role="alert" className="mt-1 text-danger text-sm">
      {inOneLanguage(problem, i18n.language)}
    </p>
  );
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
            if (isComposing(event)) return;
            if (event.key === 'Enter') rename();
            else if (event.key === 'Escape') leaveName();
            else return;
            event.preventDefault();
          }}
          className="field py-1 text-sm"
        />
        {told}
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
        <Dialog title={t('sessions.deleteTitle')} onClose={stay}>
          <p className="wrap-anywhere">{t('sessions.deleteText', { title })}</p>
          {told}
          <div className="mt-5 flex justify-end gap-2">
            <Button onClick={stay}>{t('app.cancel')}</Button>
            <Button look="danger" onClick={() => void remove()}>
              {t('sessions.delete')}
            </Button>
          </div>
        </Dialog>
      )}
    </li>
  );
}
