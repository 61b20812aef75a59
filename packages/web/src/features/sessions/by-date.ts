import type { SessionInfo } from '../../lib/api.ts';

export type Age = 'today' | 'yesterday' | 'week' | 'older';

export function byDate(
  sessions: readonly SessionInfo[],
  now: number,
): readonly { readonly age: Age; readonly sessions: readonly SessionInfo[] }[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const ages: readonly [Age, number][] = [
    ['today', midnight],
    ['yesterday', midnight - DAY],
    ['week', midnight - 6 * DAY],
    ['older', Number.NEGATIVE_INFINITY],
  ];
  const groups = new Map<Age, SessionInfo[]>();
  for (const session of sessions) {
    const age = ages.find(([, since]) => session.updated >= since)?.[0] ?? 'older';
    groups.set(age, [...(groups.get(age) ?? []), session]);
  }
  return ages.flatMap(([age]) => {
    const found = groups.get(age);
    return found ? [{ age, sessions: found }] : [];
  });
}

const DAY = 24 * 60 * 60_000;
