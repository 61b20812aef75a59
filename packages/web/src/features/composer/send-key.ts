import type { KeyboardEvent } from 'react';
import { isComposing } from '../../lib/keys.ts';

/** Enter sends, unless it breaks the line or chooses a word in an input method. */
export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !isComposing(event);
}
