import { useEffect, useRef, useState } from 'react';
import { api, type SessionInfo } from '../../lib/api.ts';
import { type Chosen, nothingChosen } from '../settings/choices.tsx';

/** What this session's runs use. The server keeps it with the session; before there is one, the page does. */
export function useChosen(session: string | undefined, info: SessionInfo | undefined) {
  const [chosen, setChosen] = useState<Chosen>(nothingChosen);
  const kept = useRef<Promise<unknown>>(Promise.resolve());
  const { agent = '', model = '', policy = 'destructive' } = info ?? {};
  const isKnown = info !== undefined;
  useEffect(() => {
    if (isKnown) setChosen({ agent, model, policy });
  }, [isKnown, agent, model, policy]);
  const isNew = session === undefined;
  useEffect(() => {
    if (isNew) setChosen(nothingChosen);
  }, [isNew]);

  /** Rejects where the server did not take it: then what was before is shown again. */
  const choose = (next: Chosen): Promise<unknown> => {
    setChosen(next);
    if (session === undefined) return Promise.resolve();
    const saving = api.sessions.update(session, { ...next }).catch((error: unknown) => {
      kept.current = Promise.resolve();
      setChosen(chosen);
      throw error;
    });
    kept.current = saving;
    return saving;
  };
  /** A message that is sent waits for the choice before it: it must not run under the one that was changed. */
  const whenKept = () => kept.current;
  return { chosen, choose, whenKept };
}
