import type { RunStatus } from '@polywire/protocol';
import { Braces, Download, FileJson, FileText, Network, PanelLeftOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { StatusMark } from '../sessions/status-mark.tsx';

export type Panel = 'graph' | 'dev' | undefined;

interface HeaderProps {
  /** undefined until it is known. */
  readonly title: string | undefined;
  readonly status: RunStatus | undefined;
  readonly hasSession: boolean;
  readonly panel: Panel;
  readonly isSidebarOpen: boolean;
  readonly onSidebar: () => void;
  readonly onPanel: (panel: Panel) => void;
  readonly onExport: (format: 'markdown' | 'json') => void;
}

export function Header(props: HeaderProps) {
  const { title, status, hasSession, panel, isSidebarOpen, onSidebar, onPanel, onExport } = props;
  const { t } = useTranslation();
  const toggle = (which: Panel) => onPanel(panel === which ? undefined : which);
  return (
    <header className="flex min-h-12 items-center gap-2 border-line border-b px-3">
      {!isSidebarOpen && (
        <IconButton label={t('sessions.open')} onClick={onSidebar} data-opens="list">
          <PanelLeftOpen />
        </IconButton>
      )}
      {hasSession && status !== undefined && <StatusMark status={status} />}
      {hasSession ? (
        <h1 className="min-w-0 flex-1 truncate font-medium">
          {title ?? (
            <span className="skeleton block h-4 w-40 max-w-full">
              <span className="sr-only">{t('app.loading')}</span>
            </span>
          )}
        </h1>
      ) : (
        <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
      )}
      {hasSession && (
        <>
          <IconButton
            label={t('graph.open')}
            isPressed={panel === 'graph'}
            onClick={() => toggle('graph')}
            data-opens="graph"
          >
            <Network />
          </IconButton>
          <IconButton label={t('dev.open')} isPressed={panel === 'dev'} onClick={() => toggle('dev')} data-opens="dev">
            <Braces />
          </IconButton>
          <Menu
            trigger={
              <IconButton label={t('export.label')}>
                <Download />
              </IconButton>
            }
          >
            <MenuItem icon={FileText} onSelect={() => onExport('markdown')}>
              {t('export.markdown')}
            </MenuItem>
            <MenuItem icon={FileJson} onSelect={() => onExport('json')}>
              {t('export.json')}
            </MenuItem>
          </Menu>
        </>
      )}
    </header>
  );
}
