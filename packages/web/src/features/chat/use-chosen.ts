import { useRef } from 'react';
import { api, type SessionInfo } from '../../lib/api.ts';
import { kept, NEW_PLACE, useKept } from '../../lib/kept.ts';
import type { Chosen } from '../settings/choices.tsx';
import { AHEAD, type Ahead, chosenOf } from './chosen.ts';
import { MADE, SAVING } from './outbox.ts';

/** What the runs of a session use. The server keeps it with the session; before there is one, the page does. */
export function useChosen(place: string, listed: SessionInfo | undefined, onSaved: () => void) {
  const [ahead] = useKept<Ahead>(place, AHEAD);
  const [made] = useKept<SessionInfo>(place, MADE);
  const info = listed ?? made;
  const latest = useRef(info);
  latest.current = info;

  /** Rejects where the server did not take it: then what was before is shown again. */
  const choose = async (change: Partial<Chosen>): Promise<void> => {
    const before = kept.get<Ahead>(place, AHEAD);
    const now: Ahead = { change: { ...(!before?.told && before?.change), ...change } };
    kept.set(place, AHEAD, now);
    if (place === NEW_PLACE) return;
    // Only what was changed: the rest may have been chosen elsewhere meanwhile.
    const saving = Promise.all([kept.get(place, SAVING), api.sessions.update(place, change)]);
    kept.set(place, SAVING, saving);
    try {
      await saving;
      if (kept.get(place, AHEAD) === now) kept.set(place, AHEAD, { ...now, told: { info: latest.current } });
      onSaved();
    } catch (error) {
      if (kept.get(place, AHEAD) === now) kept.set(place, AHEAD, undefined);
      throw error;
    } finally {
      if (kept.get(place, SAVING) === saving) kept.set(place, SAVING, undefined);
    }
  };
  return { chosen: chosenOf(info, ahead), choose };
}
