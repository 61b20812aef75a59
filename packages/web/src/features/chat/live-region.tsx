import type { RunStatus } from '@polywire/protocol';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Tells a screen reader what changed, not every word: that it began, that it asks, that it ended. */
export function LiveRegion({ status }: { readonly status: RunStatus | undefined }) {
  const { t } = useTranslation();
  const before = useRef<RunStatus>(undefined);
  const [words, setWords] = useState('');
  useEffect(() => {
    const wasUnderWay = before.current === 'active' || before.current === 'pausing';
    if (status === 'active') setWords(t('chat.thinkingNow'));
    else if (wasUnderWay && status === 'complete') setWords(t('chat.answerReady'));
    else if (wasUnderWay && status !== undefined) setWords(t(`run.${status}`));
    before.current = status;
  }, [status, t]);
  return (
    <p role="status" aria-live="polite" className="sr-only" data-live="">
      {words}
    </p>
  );
}
