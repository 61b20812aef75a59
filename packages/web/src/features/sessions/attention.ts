import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionInfo } from '../../lib/api.ts';
import { go } from '../../lib/route.ts';
import { remembered } from '../../lib/storage.ts';

/** The page's title says when something waits for the reader; so does a notification, where that was allowed. */
export function useAttention(list: readonly SessionInfo[] | undefined, open: SessionInfo | undefined): void {
  const { t } = useTranslation();
  const known = useRef<ReadonlySet<string>>(undefined);
  const waiting = (list ?? []).filter(({ status }) => status === 'awaiting_input');
  const title = open?.title || 'Polywire';
  const name = open?.title ? `${title} – Polywire` : title;
  const isOpenWaiting = open?.status === 'awaiting_input';
  const words = isOpenWaiting ? `${t('notify.waiting')}: ${name}` : name;
  const shown = waiting.length > 0 ? `(${waiting.length}) ${words}` : words;
  useEffect(() => {
    document.title = shown;
  }, [shown]);

  const ids = waiting.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another session begins to wait
  useEffect(() => {
    const before = known.current;
    known.current = new Set(waiting.map(({ id }) => id));
    if (!before || !document.hidden || remembered('notify') !== 'yes') return;
    for (const session of waiting) if (!before.has(session.id)) notify(session.id, t('notify.title', session));
  }, [ids]);
}

function notify(session: string, words: string): void {
  if (Notification.permission !== 'granted') return;
  try {
    const shown = new Notification(words, { icon: '/mark.svg', tag: session });
    shown.onclick = () => {
      focus();
      go({ session });
      shown.close();
    };
  } catch (error) {
    // Phones have them only by way of a worker: there the title has to do.
    console.debug('no notification can be shown here', error);
  }
}
