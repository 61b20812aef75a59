import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Nearer to the end than this counts as being there. */
const NEAR_END = 60;

/**
 * Keeps a scrolled list at its end while it grows, unless the reader went up. `size` is what grows.
 */
export function useStick(scroller: RefObject<HTMLElement | null>, size: number) {
  const isStuck = useRef(true);
  const lastTop = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);

  const toEnd = useCallback(() => {
    isStuck.current = true;
    setAtEnd(true);
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [scroller]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const left = element.scrollHeight - element.clientHeight - element.scrollTop;
    const wentUp = element.scrollTop < lastTop.current - 1;
    lastTop.current = element.scrollTop;
    // A step up is a wish to read, however small; only the very end takes it back.
    if (wentUp && left > 4) isStuck.current = false;
    else if (left < NEAR_END) isStuck.current = true;
    setAtEnd(isStuck.current || left < NEAR_END);
  }, [scroller]);

  /** For a jump to some other place. */
  const letGo = useCallback(() => {
    isStuck.current = false;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with every growth
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !isStuck.current) return;
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  }, [size]);

  return { isAtEnd, toEnd, letGo, onScroll };
}
