import { useEffect, useRef } from 'react';
import { isComposing } from '../../lib/keys.ts';

export type Shortcut = 'close' | 'search' | 'new' | 'focus' | 'stop' | 'sidebar' | 'graph' | 'dev' | 'list';

interface Listed {
  readonly what: Shortcut | 'send' | 'line';
  readonly keys: readonly string[];
  /** Unset where the element that has the focus listens itself. */
  readonly matches?: (event: KeyboardEvent) => boolean;
}

/** As the keyboard at hand names it. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const command = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => (ctrlKey || metaKey) && !altKey;
const bare = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent) =>
  !ctrlKey && !metaKey && !altKey && !(target instanceof HTMLElement && isWriting(target));

/** Every shortcut: what it does, how it is shown and how it is told. */
export const shortcuts: readonly Listed[] = [
  { what: 'send', keys: ['Enter'] },
  { what: 'line', keys: ['Shift', 'Enter'] },
  { what: 'search', keys: [COMMAND_KEY, 'K'], matches: (event) => command(event) && event.key.toLowerCase() === 'k' },
  {
    what: 'new',
    keys: [COMMAND_KEY, 'Shift', 'O'],
    matches: (e) => command(e) && e.shiftKey && e.key.toLowerCase() === 'o',
  },
  { what: 'stop', keys: [COMMAND_KEY, '.'], matches: (event) => command(event) && event.key === '.' },
  { what: 'sidebar', keys: [COMMAND_KEY, 'B'], matches: (event) => command(event) && event.key.toLowerCase() === 'b' },
  { what: 'focus', keys: ['/'], matches: (event) => bare(event) && event.key === '/' },
  { what: 'graph', keys: ['g'], matches: (event) => bare(event) && event.key === 'g' },
  { what: 'dev', keys: ['d'], matches: (event) => bare(event) && event.key === 'd' },
  { what: 'list', keys: ['?'], matches: (event) => bare(event) && event.key === '?' },
  { what: 'close', keys: ['Esc'], matches: (event) => event.key === 'Escape' },
];

export function useShortcuts(handlers: Readonly<Record<Shortcut, () => void>>): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isComposing(event) || event.defaultPrevented) return;
      if (document.querySelector('dialog[open]')) return;
      const found = shortcuts.find(({ matches }) => matches?.(event));
      if (!found) return;
      event.preventDefault();
      latest.current[found.what as Shortcut]();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

function isWriting(element: HTMLElement): boolean {
  // In a menu letters lead to the items that begin with them.
  const isInMenu = element.closest('[role=menu]') !== null;
  return isInMenu || element.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName);
}
