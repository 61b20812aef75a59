import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChatPage } from './features/chat/chat-page.tsx';
import type { ServerState } from './features/connection/banner.tsx';
import { useAttention } from './features/sessions/attention.ts';
import { Sidebar } from './features/sessions/sidebar.tsx';
import { useSessions } from './features/sessions/use-sessions.ts';
import { SettingsMenu } from './features/settings/settings-menu.tsx';
import { api, type SessionInfo, statusOf } from './lib/api.ts';
import { go, useRoute } from './lib/route.ts';
import { useFoundFocus } from './lib/use-found-focus.ts';
import { useImageChoice } from './lib/use-image-choice.ts';
import { useMedia } from './lib/use-media.ts';
import { DialogFailed, later } from './ui/later.tsx';

const SearchDialog = later(
  async () => (await import('./features/search/search-dialog.tsx')).SearchDialog,
  null,
  DialogFailed,
);
const DocumentsDialog = later(
  async () => (await import('./features/documents/documents-dialog.tsx')).DocumentsDialog,
  null,
  DialogFailed,
);
const ShortcutsDialog = later(
  async () => (await import('./features/settings/shortcuts-dialog.tsx')).ShortcutsDialog,
  null,
  DialogFailed,
);
const SettingsDialog = later(
  async () => (await import('./features/settings/settings-dialog.tsx')).SettingsDialog,
  null,
  DialogFailed,
);

type Open = 'search' | 'documents' | 'shortcuts' | 'settings' | undefined;
const WIDE = '(min-width: 768px)';

/** The shell: sessions on the left, one of them on the right, dialogs above. */
export function App() {
  const { t } = useTranslation();
  const route = useRoute();
  const sessions = useSessions(route.session);
  const { info, isMissing } = useInfo(route.session, sessions.list);
  const isWide = useMedia(WIDE);
  const [isSidebarOpen, setSidebarOpen] = useState(isWide);
  useFoundFocus(isSidebarOpen ? '[data-closes=list]' : '[data-opens=list]');
  const [open, setOpen] = useState<Open>();
  const [dialect, setDialect] = useState<string>();
  const images = useImageChoice(route.session);
  useAttention(sessions.list, info);
  const isNew = route.session === undefined;
  useEffect(() => {
    if (isNew) setDialect(undefined);
  }, [isNew]);
  const close = () => setOpen(undefined);
  const closeDrawer = () => !isWide && setSidebarOpen(false);
  return (
    <div className="flex h-[var(--seen,100dvh)]">
      <button
        type="button"
        onClick={() => document.querySelector<HTMLElement>('#conversation textarea')?.focus()}
        className="sr-only z-50 rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {t('app.skip')}
      </button>
      {isSidebarOpen && (
        <>
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            onClick={() => setSidebarOpen(false)}
            className="fixed inset-0 z-30 bg-black/40 md:hidden"
          />
          <div className="fixed inset-y-0 left-0 z-40 w-[min(19rem,85vw)] border-line border-r shadow-float md:static md:z-auto md:w-72 md:shrink-0 md:shadow-none">
            <Sidebar
              sessions={sessions}
              open={route.session}
              onSearch={() => setOpen('search')}
              onClose={() => setSidebarOpen(false)}
              onChosen={closeDrawer}
              footer={<SettingsMenu onOpen={setOpen} />}
            />
          </div>
        </>
      )}
      <ChatPage
        route={route}
        info={info}
        isMissing={isMissing}
        server={serverState(sessions.failed)}
        dialect={dialect}
        onDialect={setDialect}
        showsImages={images.shows}
        onShowImages={() => images.choose(true)}
        isSidebarOpen={isSidebarOpen}
        isCovered={isSidebarOpen && !isWide}
        onSidebar={() => setSidebarOpen((isOpen) => !isOpen)}
        onCloseDrawer={closeDrawer}
        onSearch={() => setOpen('search')}
        onNew={() => go({})}
        onShortcuts={() => setOpen('shortcuts')}
        onStir={sessions.refresh}
      />
      {open === 'search' && <SearchDialog onClose={close} />}
      {open === 'documents' && <DocumentsDialog onClose={close} />}
      {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {open === 'settings' && (
        <SettingsDialog onClose={close} showsImages={images.shows} onShowImages={images.choose} />
      )}
    </div>
  );
}

/** From the list, or asked for by itself where the list does not reach so far back. */
function useInfo(
  session: string | undefined,
  list: readonly SessionInfo[] | undefined,
): { readonly info: SessionInfo | undefined; readonly isMissing: boolean } {
  const listed = list?.find(({ id }) => id === session);
  const [fetched, setFetched] = useState<SessionInfo>();
  const [missing, setMissing] = useState<string>();
  const isUnlisted = session !== undefined && list !== undefined && listed === undefined;
  useEffect(() => {
    if (!isUnlisted || session === undefined) return;
    api.sessions.get(session).then(setFetched, (error: unknown) => statusOf(error) === 404 && setMissing(session));
  }, [isUnlisted, session]);
  const info = listed ?? (fetched?.id === session ? fetched : undefined);
  return { info, isMissing: session !== undefined && missing === session && !listed };
}

function serverState(failed: number | undefined): ServerState {
  if (failed === undefined) return 'well';
  return failed === 401 || failed === 403 ? 'shut' : 'silent';
}
