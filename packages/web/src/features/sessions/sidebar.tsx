import { PanelLeftClose, Search, SquarePen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionInfo } from '../../lib/api.ts';
import { go } from '../../lib/route.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { COMMAND_KEY } from '../settings/shortcuts.ts';
import { byDate } from './by-date.ts';
import { SessionItem } from './session-item.tsx';
import type { Sessions } from './use-sessions.ts';

interface SidebarProps {
  readonly sessions: Sessions;
  readonly open: string | undefined;
  readonly onSearch: () => void;
  readonly onClose: () => void;
  /** Called when something was chosen: a drawer closes then. */
  readonly onChosen: () => void;
  readonly footer: ReactNode;
}

export function Sidebar({ sessions, open, onSearch, onClose, onChosen, footer }: SidebarProps) {
  const { t } = useTranslation();
  const { failed } = sessions;
  const list = sessions.list?.filter(hasBegun);
  const start = () => {
    go({});
    onChosen();
  };
  return (
    <nav aria-label={t('sessions.label')} className="flex h-full w-full flex-col bg-sunken">
      <header className="flex items-center gap-2 px-4 pt-3 pb-2">
        <Mark className="size-7" />
        <span className="flex-1 font-semibold text-lg tracking-tight">Polywire</span>
        <IconButton label={t('sessions.collapse')} onClick={onClose} data-closes="list">
          <PanelLeftClose />
        </IconButton>
      </header>
      <div className="flex flex-col gap-1 px-3 pb-2">
        <Button look="plain" className="w-full justify-start" onClick={start}>
          <SquarePen aria-hidden="true" className="size-4" />
          {t('sessions.new')}
        </Button>
        <Button look="quiet" className="w-full justify-start" onClick={onSearch}>
          <Search aria-hidden="true" className="size-4" />
          <span className="flex-1 text-left">{t('sessions.search')}</span>
          <kbd className="hidden font-sans text-ink-faint text-xs md:inline">{`${COMMAND_KEY} K`}</kbd>
        </Button>
      </div>
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        {list === undefined && failed === undefined && <Skeletons label={t('app.loading')} />}
        {failed !== undefined && list === undefined && (
          <p className="p-2 text-ink-soft text-sm">{t('sessions.failed')}</p>
        )}
        {list?.length === 0 && <p className="p-2 text-ink-soft text-sm">{t('sessions.empty')}</p>}
        {byDate(list ?? [], Date.now()).map(({ age, sessions: group }) => (
          <section key={age} aria-labelledby={`age-${age}`}>
            <h2 id={`age-${age}`} className="px-2 pt-3 pb-1 text-ink-faint text-xs">
              {t(`sessions.${age}`)}
            </h2>
            <ul>
              {group.map((session) => (
                <SessionItem
                  key={session.id}
                  session={session}
                  isOpen={session.id === open}
                  isUnread={sessions.isUnread(session)}
                  onChosen={onChosen}
                  onRename={(title) => sessions.rename(session.id, title)}
                  onRemove={() => sessions.remove(session.id)}
                />
              ))}
            </ul>
          </section>
        ))}
        {sessions.hasMore && (
          <Button look="quiet" className="mt-2 w-full" onClick={sessions.more}>
            {t('sessions.more')}
          </Button>
        )}
      </div>
      <footer className="border-line border-t p-2">{footer}</footer>
    </nav>
  );
}

/** One that only holds files for a message that was never sent is not worth a line. */
function hasBegun({ title, status }: SessionInfo): boolean {
  return title !== '' || status !== undefined;
}

function Skeletons({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label} className="space-y-2 p-2">
      {[80, 65, 90, 70, 55].map((width) => (
        <div key={width} className="skeleton h-6 bg-line" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
