import { useEffect, useRef } from 'react';

/** When what had the focus is gone or covered, the focus goes where `selector` leads, and not out of the page. */
export function useFoundFocus(selector: string): void {
  const before = useRef(selector);
  useEffect(() => {
    if (before.current === selector) return;
    before.current = selector;
    const focused = document.activeElement;
    const isLost = focused === null || focused === document.body || focused.closest('[inert]') !== null;
    if (isLost) document.querySelector<HTMLElement>(selector)?.focus();
  }, [selector]);
}
