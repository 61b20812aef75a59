import type { SessionInfo } from '../../lib/api.ts';

/** The sessions as far as they were read, last changed first. */
export interface Listed {
  readonly sessions: readonly SessionInfo[];
  /** Where the rest begins; undefined where there is none. */
  readonly next: string | undefined;
}

interface Page {
  readonly sessions: readonly SessionInfo[];
  readonly next?: string | undefined;
}

/** The first page is the truth about what is in it; later pages stay until they are looked at again, if there are any. */
export function withFirstPage(before: Listed | undefined, { sessions, next }: Page): Listed {
  const oldest = sessions.at(-1)?.updated ?? 0;
  const later = before?.sessions.filter(({ id, updated }) => updated < oldest && !holds(sessions, id)) ?? [];
  if (next === undefined || later.length === 0) return { sessions, next };
  return { sessions: [...sessions, ...later], next: before?.next };
}

export function withNextPage(before: Listed, { sessions, next }: Page): Listed {
  return { sessions: [...before.sessions, ...sessions.filter(({ id }) => !holds(before.sessions, id))], next };
}

function holds(sessions: readonly SessionInfo[], id: string): boolean {
  return sessions.some((each) => each.id === id);
}
