import type { Conversation as Client } from '@polywire/client';
import {
  type Attachment,
  type Conversation,
  canResume,
  emptyConversation,
  openQuestion,
  type RunStatus,
  type Turn,
} from '@polywire/protocol';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type SessionInfo, wordsOf } from '../../lib/api.ts';
import { loadDialects, pickDialect, useDialects } from '../../lib/dialects.ts';
import { goInstead, type Route } from '../../lib/route.ts';
import { Composer, type ComposerHandle } from '../composer/composer.tsx';
import { DropArea } from '../composer/drop-area.tsx';
import { useAttachments } from '../composer/use-attachments.ts';
import { ConnectionBanner, type ServerState } from '../connection/banner.tsx';
import { clientFor, forgetClient, useView } from '../connection/connection.ts';
import { useSessionName } from '../connection/use-session-name.ts';
import { prepareMarkdown } from '../markdown/markdown.tsx';
import { Choices } from '../settings/choices.tsx';
import { useShortcuts } from '../settings/shortcuts.ts';
import { type ChatActions, ChatContext } from './context.ts';
import { EmptyState } from './empty-state.tsx';
import { exportJson, exportMarkdown } from './export.ts';
import { Header, type Panel } from './header.tsx';
import { LiveRegion } from './live-region.tsx';
import { NoSuchSession } from './no-such-session.tsx';
import { OldVersionBar, PastBar } from './past-bar.tsx';
import { rowsOf } from './rows.ts';
import { SkeletonChat } from './skeleton-chat.tsx';
import { Toast } from './toast.tsx';
import { Transcript } from './transcript.tsx';
import { useChosen } from './use-chosen.ts';
import { useVersionChoice } from './use-version-choice.ts';
import { VersionsContext } from './versions.ts';

const GraphPanel = lazy(() => import('../graph/graph-panel.tsx').then((m) => ({ default: m.GraphPanel })));
const DevPanel = lazy(() => import('../developer/dev-panel.tsx').then((m) => ({ default: m.DevPanel })));

interface ChatPageProps {
  readonly route: Route;
  readonly info: SessionInfo | undefined;
  /** The server has no such session for this reader. */
  readonly isMissing: boolean;
  /** How the server answers besides the session's own connection. */
  readonly server: ServerState;
  /** The one that the page speaks; the server's own where nothing is said. */
  readonly dialect: string | undefined;
  readonly onDialect: (dialect: string) => void;
  readonly showsImages: boolean;
  readonly onShowImages: () => void;
  readonly isSidebarOpen: boolean;
  readonly onSidebar: () => void;
  readonly onSearch: () => void;
  readonly onNew: () => void;
  readonly onShortcuts: () => void;
  /** Something happened that the list of sessions shows. */
  readonly onStir: () => void;
}

/** One session, or the page on which one begins. */
export function ChatPage(props: ChatPageProps) {
  const { route, info, dialect, onDialect, showsImages, onShowImages, onStir } = props;
  const { session } = route;
  const { t } = useTranslation();
  const composer = useRef<ComposerHandle>(null);
  const dialects = useDialects(session !== undefined);
  const spoken = dialects && pickDialect(dialects, dialect);
  const name = useSessionName(session, spoken, spoken === dialects?.[0]);
  const client = session && spoken && name ? clientFor(session, spoken, name) : undefined;
  const view = useView(client);
  const [, setTries] = useState(0);
  const reconnect = () => {
    forgetClient();
    setTries((tries) => tries + 1);
  };
  const [panel, setPanel] = useState<Panel>();
  const [focusedRun, setFocusedRun] = useState<string>();
  const [replay, setReplay] = useState<Conversation>();
  const [problem, setProblem] = useState<string>();
  const { chosen, choose, whenKept } = useChosen(session, info);
  const conversation = replay ?? view?.conversation;
  const versions = useVersionChoice(conversation);
  const resetVersions = versions.reset;
  const isPast = replay !== undefined || versions.isOld;
  const rows = useMemo(
    () => rowsOf(versions.turns, isPast ? [] : conversation?.queued, isPast ? [] : view?.sending),
    [versions.turns, isPast, conversation?.queued, view?.sending],
  );
  const lastTurn = view?.conversation.turns.last;
  const status = lastTurn?.status;

  // biome-ignore lint/correctness/useExhaustiveDependencies: for each change of the status
  useEffect(onStir, [status, session]);
  useEffect(() => {
    if (session === undefined) composer.current?.focus();
    setReplay(undefined);
    setProblem(undefined);
    resetVersions();
  }, [session, resetVersions]);

  const needSession = useCallback(async () => {
    if (session !== undefined) return session;
    const { agent, model, policy } = chosen;
    const made = await api.sessions.create({
      policy,
      ...(agent !== '' && { agent }),
      ...(model !== '' && { model }),
    });
    goInstead({ session: made.id });
    return made.id;
  }, [session, chosen]);
  const { attachments, attach, detach, clear } = useAttachments(needSession);

  const tell = useCallback((error: unknown) => setProblem(wordsOf(error)), []);
  const act = useCallback(
    (work: (client: Client) => Promise<unknown>) => {
      if (client) work(client).catch(tell);
    },
    [client, tell],
  );

  async function send(text: string, files: readonly Attachment[]): Promise<void> {
    setProblem(undefined);
    try {
      const id = await needSession();
      await whenKept();
      // A session that is open is spoken to as it is; a new one in the server's own words.
      const open = client ?? clientFor(id, pickDialect(await loadDialects(), undefined));
      if (versions.end !== undefined) await open.rewind(versions.end);
      versions.reset();
      const question = openQuestion(open.getState().conversation);
      if (question?.asks === 'text' && files.length === 0) await open.answer(question.inputId, { text });
      else await open.send(text, withFiles(files));
      clear();
      onStir();
    } catch (error) {
      tell(error);
      throw error;
    }
  }

  const resend = (turn: Turn, text = turn.user?.text ?? '') =>
    act(async (open) => {
      versions.reset();
      await whenKept();
      await open.rewind(turn.seq - 1);
      await open.send(text, withFiles(turn.user?.files ?? []));
    });

  const isBusy = status !== undefined && underWay.has(status);
  const control = (what: 'stop' | 'pause' | 'resume') => act((open) => open[what]());
  const openPanel = (which: Panel, runId: string | undefined) => {
    setFocusedRun(runId);
    setPanel(which);
  };
  useShortcuts({
    search: props.onSearch,
    new: props.onNew,
    list: props.onShortcuts,
    sidebar: props.onSidebar,
    focus: () => composer.current?.focus(),
    stop: () => control('stop'),
    graph: () => session && setPanel(panel === 'graph' ? undefined : 'graph'),
    dev: () => session && setPanel(panel === 'dev' ? undefined : 'dev'),
  });

  const actions: ChatActions = {
    client: isPast ? undefined : client,
    act,
    resend,
    canEdit: client !== undefined && !replay && !isBusy,
    isBusy,
    openGraph: (turn) => openPanel('graph', turn.runId),
    openFrames: (turn) => openPanel('dev', turn.runId),
    session,
    showsImages,
    showImages: onShowImages,
  };
  const title = session === undefined ? t('sessions.new') : info?.title || t('sessions.untitled');
  const target = route.seq ?? versions.turns.find(({ runId }) => route.run !== undefined && runId === route.run)?.seq;
  const isMissing = props.isMissing || view?.connection === 'refused';
  const isConnecting = session !== undefined && (!view || view.connection === 'connecting');
  const isLoading = rows.length === 0 && isConnecting && !isMissing;
  const isBlank = rows.length === 0 && !isConnecting && !isMissing;

  return (
    <ChatContext value={actions}>
      <VersionsContext value={versions.context}>
        <div className="flex min-h-0 min-w-0 flex-1 flex-col lg:flex-row">
          <DropArea onDrop={(files) => void attach(files)}>
            <Header
              title={title}
              status={status}
              hasSession={session !== undefined && !isMissing}
              panel={panel}
              isSidebarOpen={props.isSidebarOpen}
              onSidebar={props.onSidebar}
              onPanel={(next) => openPanel(next, undefined)}
              onExport={(format) => {
                if (!conversation || session === undefined) return;
                if (format === 'markdown') exportMarkdown(title, conversation, { you: t('chat.you') });
                else exportJson(title, session).catch(tell);
              }}
            />
            <ConnectionBanner connection={view?.connection} server={props.server} onReconnect={reconnect} />
            <main id="conversation" className="flex min-h-0 flex-1 flex-col">
              {isMissing && <NoSuchSession onNew={props.onNew} />}
              {isLoading && <SkeletonChat />}
              {isBlank && <EmptyState onChoose={(text) => composer.current?.fill(text)} />}
              {rows.length > 0 && !isMissing && <Transcript key={session} rows={rows} target={target} />}
              <LiveRegion key={`live ${session}`} seq={lastTurn?.seq} status={status} />
              {problem !== undefined && <Toast text={problem} onClose={() => setProblem(undefined)} />}
              {replay && <PastBar onLeave={() => setReplay(undefined)} />}
              {!replay && versions.isOld && <OldVersionBar onLeave={versions.reset} />}
              {!replay && !(versions.isOld && isBusy) && !isMissing && (
                <Composer
                  ref={composer}
                  status={status}
                  canResume={view !== undefined && canResume(view.conversation)}
                  question={view && openQuestion(view.conversation)}
                  attachments={attachments}
                  onAttach={(files) => void attach(files)}
                  onDetach={detach}
                  onSend={send}
                  onWrite={prepareToTalk}
                  onControl={control}
                  choices={<Choices chosen={chosen} onChange={(next) => choose(next).catch(tell)} />}
                />
              )}
            </main>
          </DropArea>
          {panel && session !== undefined && (
            <aside
              className={`flex flex-col border-line bg-ground lg:static lg:z-auto lg:h-auto lg:w-[min(44rem,50%)] lg:border-t-0 lg:border-l ${replay ? 'h-2/5 border-t' : 'fixed inset-0 z-30'}`}
            >
              <Suspense fallback={<div className="skeleton m-4 h-40" />}>
                {panel === 'graph' ? (
                  <GraphPanel
                    conversation={conversation ?? emptyConversation}
                    run={focusedRun}
                    onClose={() => setPanel(undefined)}
                  />
                ) : (
                  <DevPanel
                    session={session}
                    seq={view?.conversation.seq ?? 0}
                    turns={view?.conversation.turns.toArray() ?? []}
                    run={focusedRun}
                    own={dialect}
                    onOwn={onDialect}
                    onReplay={setReplay}
                    onClose={() => setPanel(undefined)}
                  />
                )}
              </Suspense>
            </aside>
          )}
        </div>
      </VersionsContext>
    </ChatContext>
  );
}

function withFiles(files: readonly Attachment[]) {
  return files.length > 0 ? { files } : {};
}

const underWay: ReadonlySet<RunStatus> = new Set(['active', 'pausing', 'paused', 'awaiting_input']);

/** What the first answer needs is fetched while the question is written. */
function prepareToTalk(): void {
  prepareMarkdown();
  void loadDialects();
}
