import { useState } from 'react';
import { remember, remembered } from './storage.ts';

/** Whether remote images of a session are loaded without a click. Kept for the session, in this browser. */
export function useImageChoice(session: string | undefined) {
  const key = `images.${session ?? 'new'}`;
  const [chosen, setChosen] = useState<{ key: string; shows: boolean }>();
  const shows = chosen?.key === key ? chosen.shows : remembered(key) === 'yes';
  const choose = (next: boolean) => {
    remember(key, next ? 'yes' : 'no');
    setChosen({ key, shows: next });
  };
  return { shows, choose };
}
