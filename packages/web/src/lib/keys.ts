import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/**
 * The key belongs to an input method: Enter takes a word over there and Escape gives one up. Some browsers tell the end
 * of composing before its last key, which they mark with 229.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const { isComposing: is, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return is || keyCode === 229;
}
