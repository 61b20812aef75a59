import { useEffect, useReducer } from 'react';
import type { Loader } from './load-once.ts';

/** How long it is waited before what did not come is asked for again. */
const AGAIN_MS = 3_000;

/** What the page cannot do without: undefined until it is there, and asked for until it is. */
export function useLoaded<T>(load: Loader<T>, isNeeded: boolean): T | undefined {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const isMissing = isNeeded && load.now() === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isShown = true;
    const get = () =>
      load().then(
        () => isShown && draw(),
        (error: unknown) => {
          console.debug('a part of the page did not come', error);
          if (isShown) timer = setTimeout(get, AGAIN_MS);
        },
      );
    void get();
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [isMissing, load]);
  return load.now();
}
