import type { RunStatus } from '@polywire/protocol';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface LiveRegionProps {
  /** Of the last turn. */
  readonly seq: number | undefined;
  readonly status: RunStatus | undefined;
}

/** Tells a screen reader what changed, not every word: that it began, that it asks, that it ended. */
export function LiveRegion({ seq, status }: LiveRegionProps) {
  const { t } = useTranslation();
  const before = useRef<string>(undefined);
  const [words, setWords] = useState('');
  useEffect(() => {
    const now = `${seq} ${status}`;
    // What was there when the page was opened is no news.
    const isNews = before.current !== undefined && before.current !== now;
    before.current = now;
    if (status === undefined || !isNews) return;
    if (status === 'active') setWords(t('chat.thinkingNow'));
    else setWords(status === 'complete' ? t('chat.answerReady') : t(`run.${status}`));
  }, [seq, status, t]);
  return (
    <p role="status" aria-live="polite" className="sr-only" data-live="">
      {words}
    </p>
  );
}
