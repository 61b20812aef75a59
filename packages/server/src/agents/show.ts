import type { Draft } from '@polywire/protocol';
import type { RunContext } from './contract.ts';

/** Says something once, also after a restart. */
export function show(context: RunContext, key: string, ...drafts: readonly Draft[]): Promise<boolean> {
  return context.step(key, async () => {
    for (const draft of drafts) context.emit(draft);
    return true;
  });
}
