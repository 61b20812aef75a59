import { useCallback, useEffect, useRef, useState } from 'react';
import { api, type SessionInfo, statusOf } from '../../lib/api.ts';
import { remember, remembered } from '../../lib/storage.ts';

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
  isUnread(session: SessionInfo): boolean;
}

export function useSessions(open: string | undefined): Sessions {
  const [list, setList] = useState<readonly SessionInfo[]>();
  const [next, setNext] = useState<string>();
  const [failed, setFailed] = useState<number>();
  const seen = useRef(readSeen());

  const refresh = useCallback(() => {
    api.sessions.list({ limit: PAGE }).then(
      (page) => {
        setFailed(undefined);
        setList((before) => merge(before, page.sessions));
        setNext((before) => before ?? page.next);
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

  const more = () => {
    if (next === undefined) return;
    api.sessions.list({ after: next, limit: PAGE }).then(
      (page) => {
        setList((before = []) => [...before, ...page.sessions.filter(({ id }) => !before.some((b) => b.id === id))]);
        setNext(page.next ?? '');
      },
      (error: unknown) => setFailed(statusOf(error)),
    );
  };

  const shown = list?.find(({ id }) => id === open);
  if (shown && !document.hidden && (seen.current[shown.id] ?? 0) < shown.updated) {
    seen.current = { ...seen.current, [shown.id]: shown.updated };
    remember('seen', JSON.stringify(seen.current));
  }
  const isUnread = ({ id, updated }: SessionInfo) => id !== open && (seen.current[id] ?? started) < updated;
  return { list, hasMore: next !== undefined && next !== '', failed, refresh, more, isUnread };
}

/** The first page is the truth about what is in it; later pages stay until they are looked at again. */
function merge(before: readonly SessionInfo[] | undefined, page: readonly SessionInfo[]): readonly SessionInfo[] {
  if (!before) return page;
  const oldest = page.at(-1)?.updated ?? 0;
  const rest = before.filter(({ id, updated }) => updated < oldest && !page.some((each) => each.id === id));
  return [...page, ...rest];
}

const started = Date.now();

function readSeen(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(remembered('seen') ?? '{}') as Record<string, number>;
  } catch (error) {
    console.debug('what was seen is not known any more', error);
    return {};
  }
}
