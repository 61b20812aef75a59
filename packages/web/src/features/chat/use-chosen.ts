import { useRef } from 'react';
import { api, type SessionInfo, wordsOf } from '../../lib/api.ts';
import { kept, NEW_PLACE, useKept } from '../../lib/kept.ts';
import type { Chosen } from '../settings/choices.tsx';
import { AHEAD, type Ahead, chosenOf } from './chosen.ts';
import { PROBLEM, SAVING } from './outbox.ts';
import { outbox } from './post.ts';

/** What the runs of a session use. The server keeps it with the session; before there is one, the page does. */
export function useChosen(place: string, info: SessionInfo | undefined, onSaved: () => void) {
  const [ahead] = useKept<Ahead>(place, AHEAD);
  const latest = useRef(info);
  latest.current = info;

  /** Where the server does not take it, the reader is told and what was before is shown again. */
  const choose = async (change: Partial<Chosen>): Promise<void> => {
    const before = kept.get<Ahead>(place, AHEAD);
    const now: Ahead = { change: { ...(!before?.told && before?.change), ...change } };
    kept.set(place, AHEAD, now);
    if (place === NEW_PLACE && !outbox.isMaking) return;
    let at = place;
    const save = async () => {
      at = await outbox.needSession(place);
      // Only what was changed: the rest may have been chosen elsewhere meanwhile.
      await api.sessions.update(at, change);
    };
    const saving = Promise.all([kept.get(place, SAVING), save()]);
    kept.set(place, SAVING, saving);
    try {
      await saving;
      if (kept.get(at, AHEAD) === now) kept.set(at, AHEAD, { ...now, told: { info: latest.current } });
      onSaved();
    } catch (error) {
      // Without a session it stays chosen here; why there is none is told to whoever asked for it.
      if (at === NEW_PLACE) return;
      if (kept.get(at, AHEAD) === now) kept.set(at, AHEAD, undefined);
      kept.set(at, PROBLEM, wordsOf(error));
    } finally {
      if (kept.get(at, SAVING) === saving) kept.set(at, SAVING, undefined);
    }
  };
  return { chosen: chosenOf(info, ahead), choose };
}
