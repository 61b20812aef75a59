import type { ConnectionState } from '@polywire/client';
import { CloudOff, Lock, RefreshCw } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** A loss shorter than this is mended before it is worth a word. */
const WORTH_A_WORD_MS = 400;
const GONE_MS = 8_000;

/** shut: it knows the reader no more. silent: it does not answer. */
export type ServerState = 'well' | 'shut' | 'silent';

interface BannerProps {
  /** Of the session; undefined where none is open. */
  readonly connection: ConnectionState | undefined;
  readonly server: ServerState;
  readonly onReconnect: () => void;
}

/** Says how things stand with the server, and only when they do not stand well. */
export function ConnectionBanner({ connection, server, onReconnect }: BannerProps) {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const waited = useWaited(connection ?? 'open');
  if (server === 'shut') {
    return (
      <Line icon={<Lock className="size-4" />} text={t('connection.shut')} hint={t('connection.shutHint')} isBad />
    );
  }
  if (connection === 'open' || connection === 'refused') return null;
  if (connection === 'closed') {
    return (
      <Line icon={<CloudOff className="size-4" />} text={t('connection.closed')} isBad>
        <Button onClick={onReconnect}>
          <RefreshCw aria-hidden="true" className="size-4" />
          {t('connection.again')}
        </Button>
      </Line>
    );
  }
  if (connection === undefined && server === 'well') return null;
  if (!isOnline) return <Line icon={<CloudOff className="size-4" />} text={t('connection.offline')} />;
  if (connection === undefined || waited === 'long') {
    return <Line icon={<Spinner />} text={t('connection.goneTitle')} hint={t('connection.gone')} isBad />;
  }
  if (waited === 'briefly') return null;
  return <Line icon={<Spinner />} text={t(`connection.${connection}`)} />;
}

interface LineProps {
  readonly icon: React.ReactNode;
  readonly text: string;
  readonly hint?: string;
  readonly isBad?: boolean;
  readonly children?: React.ReactNode;
}

function Line({ icon, text, hint, isBad = false, children }: LineProps) {
  return (
    <div
      role="status"
      data-banner=""
      className={`flex items-center gap-x-3 border-b px-4 py-2 text-sm ${isBad ? 'border-danger bg-danger-soft' : 'border-line bg-warn-soft'}`}
    >
      <span aria-hidden="true">{icon}</span>
      <p className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        <span className="font-medium">{text}</span>
        {hint && <span className="text-ink-soft">{hint}</span>}
      </p>
      {children}
    </div>
  );
}

function useWaited(connection: ConnectionState): 'briefly' | 'some' | 'long' {
  const [waited, setWaited] = useState<'briefly' | 'some' | 'long'>('briefly');
  const isWaiting = connection === 'connecting' || connection === 'reconnecting';
  useEffect(() => {
    setWaited('briefly');
    if (!isWaiting) return;
    const soon = setTimeout(() => setWaited('some'), WORTH_A_WORD_MS);
    const late = setTimeout(() => setWaited('long'), GONE_MS);
    return () => {
      clearTimeout(soon);
      clearTimeout(late);
    };
  }, [isWaiting]);
  return waited;
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('online', changed);
      addEventListener('offline', changed);
      return () => {
        removeEventListener('online', changed);
        removeEventListener('offline', changed);
      };
    },
    () => navigator.onLine,
  );
}
