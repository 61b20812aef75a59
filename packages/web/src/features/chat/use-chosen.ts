import { useEffect, useState } from 'react';
import { api, type SessionInfo } from '../../lib/api.ts';
import { type Chosen, nothingChosen, policies } from '../settings/choices.tsx';

/** What this session's runs use. The server keeps it with the session; before there is one, the page does. */
export function useChosen(session: string | undefined, info: SessionInfo | undefined) {
  const [chosen, setChosen] = useState<Chosen>(nothingChosen);
  const { agent = '', model = '' } = info ?? {};
  const policy = policies.find((each) => each === info?.settings.approvalPolicy) ?? 'destructive';
  const isKnown = info !== undefined;
  useEffect(() => {
    if (isKnown) setChosen({ agent, model, policy });
  }, [isKnown, agent, model, policy]);
  const isNew = session === undefined;
  useEffect(() => {
    if (isNew) setChosen(nothingChosen);
  }, [isNew]);

  const choose = (next: Chosen) => {
    setChosen(next);
    if (session === undefined) return;
    const fields = { agent: next.agent, model: next.model, settings: { approvalPolicy: next.policy } };
    api.sessions.update(session, fields).catch((error: unknown) => console.warn('the choice was not kept', error));
  };
  return { chosen, choose };
}
