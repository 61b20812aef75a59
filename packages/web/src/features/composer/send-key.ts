import type { KeyboardEvent } from 'react';

/** Enter sends, unless it breaks the line or chooses a word in an input method (229 where the browser tells late). */
export function isSendKey(event: KeyboardEvent): boolean {
  const { isComposing, keyCode } = event.nativeEvent;
  return event.key === 'Enter' && !event.shiftKey && !isComposing && keyCode !== 229;
}
