import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api, type SessionInfo, statusOf } from '../../lib/api.ts';
import { kept } from '../../lib/kept.ts';
import { remember, remembered } from '../../lib/storage.ts';
import { type Listed, withFirstPage, withNextPage } from './listed.ts';

/** How often other sessions are looked at: runs go on in them while this one is read. */
const LOOK_MS = 4_000;
const PAGE = 60;

export interface Sessions {
  /** undefined before the first answer. */
  readonly list: readonly SessionInfo[] | undefined;
  readonly hasMore: boolean;
  /** 0: the server was not reached. */
  readonly failed: number | undefined;
  refresh(): void;
  more(): void;
  /** Rejects where the server did not do it. */
  rename(id: string, title: string): Promise<void>;
  remove(id: string): Promise<void>;
  isUnread(session: SessionInfo): boolean;
}

export function useSessions(open: string | undefined): Sessions {
  const [listed, setListed] = useState<Listed>();
  // An answer that was on its way when a session was deleted still has it.
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<number>();
  const seen = useRef(readSeen());

  const refresh = useCallback(() => {
    api.sessions.list({ limit: PAGE }).then(
      (page) => {
        setFailed(undefined);
        setListed((before) => withFirstPage(before, page));
      },
      (error: unknown) => setFailed(statusOf(error)),
    );
  }, []);

  useEffect(() => {
    refresh();
    // Also behind other windows: that something waits is told by the title and a notification.
    const timer = setInterval(refresh, LOOK_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [refresh]);

  const next = listed?.next;
  const more = () => {
    if (next === undefined) return;
    api.sessions.list({ after: next, limit: PAGE }).then(
      (page) => setListed((before) => before && withNextPage(before, page)),
      (error: unknown) => setFailed(statusOf(error)),
    );
  };
  const rename = async (id: string, title: string) => {
    await api.sessions.rename(id, title);
    refresh();
  };
  const remove = async (id: string) => {
    await api.sessions.delete(id);
    setRemoved((before) => new Set([...before, id]));
    kept.forget(id);
  };

  const list = useMemo(() => listed?.sessions.filter(({ id }) => !removed.has(id)), [listed, removed]);
  const shown = list?.find(({ id }) => id === open);
  if (shown && !document.hidden && (seen.current[shown.id] ?? 0) < shown.updated) {
    seen.current = newest({ ...seen.current, [shown.id]: shown.updated });
    remember('seen', JSON.stringify(seen.current));
  }
  const isUnread = ({ id, updated }: SessionInfo) => id !== open && (seen.current[id] ?? started) < updated;
  return { list, hasMore: next !== undefined, failed, refresh, more, rename, remove, isUnread };
}

const started = Date.now();
/** Older ones are no news to anybody, and a browser keeps only so much. */
const MOST_SEEN = 500;

function newest(seen: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const entries = Object.entries(seen);
  if (entries.length <= MOST_SEEN) return seen;
  return Object.fromEntries(entries.sort(([, a], [, b]) => b - a).slice(0, MOST_SEEN));
}

function readSeen(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(remembered('seen') ?? '{}') as Record<string, number>;
  } catch (error) {
    console.debug('what was seen is not known any more', error);
    return {};
  }
}
