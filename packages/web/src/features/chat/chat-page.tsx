import type { Conversation as Client } from '@polywire/client';
import { type Conversation, canResume, emptyConversation, openQuestion, type RunStatus } from '@polywire/protocol';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SessionInfo, wordsOf } from '../../lib/api.ts';
import { loadDialects, pickDialect, useDialects } from '../../lib/dialects.ts';
import { NEW_PLACE, useKept } from '../../lib/kept.ts';
import type { Route } from '../../lib/route.ts';
import { useFoundFocus } from '../../lib/use-found-focus.ts';
import { useMedia } from '../../lib/use-media.ts';
import { later, PanelFailed } from '../../ui/later.tsx';
import { FILES, type Pending } from '../composer/attachments.ts';
import { Composer, type ComposerHandle, type Control } from '../composer/composer.tsx';
import { DropArea } from '../composer/drop-area.tsx';
import { ConnectionBanner, type ServerState } from '../connection/banner.tsx';
import { clients, useClient, useView } from '../connection/connection.ts';
import { useSessionName } from '../connection/use-session-name.ts';
import { prepareMarkdown } from '../markdown/markdown.tsx';
import { Choices } from '../settings/choices.tsx';
import { useShortcuts } from '../settings/shortcuts.ts';
import { type ChatActions, ChatContext } from './context.ts';
import { deeds, useDeed } from './deeds.ts';
import { EmptyState } from './empty-state.tsx';
import { exportJson, exportMarkdown } from './export.ts';
import { Header, type Panel } from './header.tsx';
import { LiveRegion } from './live-region.tsx';
import { NoSuchSession } from './no-such-session.tsx';
import { MADE, type Outgoing, PROBLEM, RESENDING, SENDING, TEXT } from './outbox.ts';
import { OldVersionBar, PastBar } from './past-bar.tsx';
import { attachments, outbox } from './post.ts';
import { rowsOf } from './rows.ts';
import { SkeletonChat } from './skeleton-chat.tsx';
import { Toast } from './toast.tsx';
import { Transcript } from './transcript.tsx';
import { useChosen } from './use-chosen.ts';
import { useVersionChoice } from './use-version-choice.ts';
import { VersionsContext } from './versions.ts';

const waiting = <div className="skeleton m-4 h-40" />;
const GraphPanel = later(async () => (await import('../graph/graph-panel.tsx')).GraphPanel, waiting, PanelFailed);
const DevPanel = later(async () => (await import('../developer/dev-panel.tsx')).DevPanel, waiting, PanelFailed);

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
  /** The list of sessions lies over it. */
  readonly isCovered: boolean;
  readonly onSidebar: () => void;
  /** Where the list of sessions lies over the page. */
  readonly onCloseDrawer: () => void;
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
  const registry = useDialects(session !== undefined);
  const spoken = registry && pickDialect(registry, dialect);
  const name = useSessionName(session, spoken, spoken === registry?.ownDialect);
  const { client, reconnect } = useClient(session, spoken, name);
  const view = useView(client);
  const place = session ?? NEW_PLACE;
  const [text = '', write] = useKept<string>(place, TEXT);
  const [files = noFiles] = useKept<readonly Pending[]>(place, FILES);
  const [sending = noMessages] = useKept<readonly Outgoing[]>(place, SENDING);
  const [problem, setProblem] = useKept<string>(place, PROBLEM);
  const [isResending = false] = useKept<boolean>(place, RESENDING);
  const [replay, setReplay] = useKept<Conversation>(place, 'replay');
  const [panel, setPanel] = useState<Panel>();
  const lastPanel = useRef<Panel>(undefined);
  const [focusedRun, setFocusedRun] = useState<string>();
  const [made] = useKept<SessionInfo>(place, MADE);
  const known = info ?? made;
  const { chosen, choose } = useChosen(place, known, onStir);
  const conversation = replay ?? view?.conversation;
  const versions = useVersionChoice(conversation);
  const resetVersions = versions.reset;
  const isPast = replay !== undefined || versions.isOld;
  const rows = useMemo(
    () => rowsOf(versions.turns, isPast ? [] : conversation?.queued, isPast ? [] : sending),
    [versions.turns, isPast, conversation?.queued, sending],
  );
  const lastTurn = view?.conversation.turns.last;
  const status = lastTurn?.status;

  // biome-ignore lint/correctness/useExhaustiveDependencies: for each change of the status
  useEffect(onStir, [status, session]);
  useEffect(() => {
    if (session === undefined) composer.current?.focus();
    resetVersions();
  }, [session, resetVersions]);

  const tell = useCallback((error: unknown) => setProblem(wordsOf(error)), [setProblem]);
  // Whatever is begun here is brought to its end, also when another session is opened meanwhile.
  const hold = () => (client && spoken ? clients.hold(place, spoken, name) : undefined);
  const act = async (work: (client: Client) => Promise<unknown>) => {
    const held = hold();
    if (!held) return false;
    try {
      await work(held.client);
      return true;
    } catch (error) {
      tell(error);
      return false;
    } finally {
      held.release();
    }
  };
  const send = async () => {
    const sent = outbox.send(place, { held: hold(), end: versions.end, onRewound: resetVersions });
    if (await sent) onStir();
  };
  // Where there is no keyboard, the focus would bring one up.
  const focusField = () => !matchMedia('(pointer: coarse)').matches && composer.current?.focus();
  const attach = (given: readonly File[]) => void attachments.attach(place, given);

  const isBusy = status !== undefined && underWay.has(status);
  // Another one with each change: what was asked of the run is on its way until then.
  const stand = useMemo(() => ({ turn: lastTurn?.seq, status }), [lastTurn?.seq, status]);
  const control = (what: Control) =>
    void deeds.begin(place, what, { what: true, about: stand }, () => act((open) => open[what]()));
  const asked: Record<Control, boolean> = {
    stop: useDeed(place, 'stop', stand) ?? false,
    pause: useDeed(place, 'pause', stand) ?? false,
    resume: useDeed(place, 'resume', stand) ?? false,
  };
  const openPanel = (which: Panel, runId: string | undefined) => {
    setFocusedRun(runId);
    setPanel(which);
  };
  useShortcuts({
    search: props.onSearch,
    new: props.onNew,
    list: props.onShortcuts,
    sidebar: props.onSidebar,
    close: () => {
      setPanel(undefined);
      props.onCloseDrawer();
    },
    focus: () => composer.current?.focus(),
    stop: () => isBusy && control('stop'),
    graph: () => session && setPanel(panel === 'graph' ? undefined : 'graph'),
    dev: () => session && setPanel(panel === 'dev' ? undefined : 'dev'),
  });

  const actions: ChatActions = {
    client: isPast ? undefined : client,
    act,
    resend: (turn, words = turn.user?.text ?? '') =>
      void outbox.resend(place, turn, words, { held: hold(), onRewound: resetVersions }),
    isResending,
    focusField,
    canEdit: client !== undefined && !replay && !isBusy,
    isBusy,
    openGraph: (turn) => openPanel('graph', turn.runId),
    openFrames: (turn) => openPanel('dev', turn.runId),
    session,
    place,
    showsImages,
    showImages: onShowImages,
  };
  const isNamed = session === undefined || known !== undefined;
  const title = isNamed ? known?.title || t('sessions.untitled') : undefined;
  const linked = versions.turns.find(({ runId }) => route.run !== undefined && runId === route.run);
  const target = route.seq ?? linked?.user?.seq ?? linked?.seq;
  const isMissing = props.isMissing || view?.connection === 'refused';
  const isConnecting = session !== undefined && (!view || view.connection === 'connecting');
  const isLoading = rows.length === 0 && isConnecting && !isMissing;
  const isPanelOver = useMedia('(width < 64rem)') && panel !== undefined && session !== undefined && !replay;
  useFoundFocus(panel ? 'aside' : `[data-opens=${lastPanel.current}]`);
  if (panel) lastPanel.current = panel;
  const isBlank = rows.length === 0 && !isConnecting && !isMissing;

  return (
    <ChatContext value={actions}>
      <VersionsContext value={versions.context}>
        <div inert={props.isCovered} className="flex min-h-0 min-w-0 flex-1 flex-col lg:flex-row">
          <DropArea onDrop={attach} isCovered={isPanelOver}>
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
                const name = title ?? t('sessions.untitled');
                if (format === 'markdown') exportMarkdown(name, conversation, { you: t('chat.you') });
                else exportJson(name, session).catch(tell);
              }}
            />
            <ConnectionBanner connection={view?.connection} server={props.server} onReconnect={reconnect} />
            <main id="conversation" className="flex min-h-0 flex-1 flex-col">
              {isMissing && <NoSuchSession onNew={props.onNew} />}
              {isLoading && <SkeletonChat />}
              {isBlank && (
                <EmptyState
                  onChoose={(prompt) => {
                    write(prompt);
                    composer.current?.focus();
                  }}
                />
              )}
              {rows.length > 0 && !isMissing && <Transcript key={session} rows={rows} target={target} />}
              <LiveRegion key={`live ${session}`} seq={lastTurn?.seq} status={status} />
              {problem !== undefined && <Toast text={problem} onClose={() => setProblem(undefined)} />}
              {replay && <PastBar onLeave={() => setReplay(undefined)} />}
              {!replay && versions.isOld && <OldVersionBar onLeave={versions.reset} />}
              {!replay && !(versions.isOld && isBusy) && !isMissing && (
                <Composer
                  ref={composer}
                  status={status}
                  asked={asked}
                  canResume={view !== undefined && canResume(view.conversation)}
                  question={view && openQuestion(view.conversation)}
                  attachments={files}
                  onAttach={attach}
                  onDetach={(key) => attachments.detach(place, key)}
                  text={text}
                  onWrite={(next) => {
                    write(next === '' ? undefined : next);
                    prepareToTalk();
                  }}
                  onSend={() => {
                    focusField();
                    void send();
                  }}
                  onControl={(what) => {
                    focusField();
                    control(what);
                  }}
                  choices={<Choices chosen={chosen} onChange={(change) => void choose(change)} />}
                />
              )}
            </main>
          </DropArea>
          {panel && session !== undefined && (
            <aside
              tabIndex={-1}
              className={`flex flex-col border-line bg-ground lg:static lg:z-auto lg:h-auto lg:w-[min(44rem,50%)] lg:border-t-0 lg:border-l ${replay ? 'h-2/5 border-t' : 'fixed inset-0 z-30'}`}
            >
              {panel === 'graph' ? (
                <GraphPanel
                  key={session}
                  conversation={conversation ?? emptyConversation}
                  run={focusedRun}
                  onClose={() => setPanel(undefined)}
                />
              ) : (
                <DevPanel
                  key={session}
                  session={session}
                  seq={view?.conversation.seq ?? 0}
                  turns={view?.conversation.turns.toArray() ?? []}
                  run={focusedRun}
                  own={dialect}
                  onOwn={onDialect}
                  isReplaying={replay !== undefined}
                  onReplay={setReplay}
                  onClose={() => setPanel(undefined)}
                />
              )}
            </aside>
          )}
        </div>
      </VersionsContext>
    </ChatContext>
  );
}

const noFiles: readonly Pending[] = [];
const noMessages: readonly Outgoing[] = [];
const underWay: ReadonlySet<RunStatus> = new Set(['active', 'pausing', 'paused', 'awaiting_input']);

/** What the first answer needs is fetched while the question is written. */
function prepareToTalk(): void {
  for (const prepared of [prepareMarkdown(), loadDialects()]) {
    prepared.catch((error: unknown) => console.debug('it is asked for again when it is needed', error));
  }
}
