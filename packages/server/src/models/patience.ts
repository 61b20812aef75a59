import { setTimeout as pause } from 'node:timers/promises';
import type { Patience } from './contract.ts';
import type { Fault } from './faults.ts';

export const usualPatience: Patience = {
  attempts: 4,
  pauseMs: 500,
  longestPauseMs: 60_000,
  // Some models think for minutes before their first word, and some servers load a model first.
  silenceMs: 240_000,
};

/** How long to wait before the next try; undefined when there is to be none. */
export function pauseBefore(fault: Fault, tried: number, patience: Patience): number | undefined {
  if (!fault.passes || tried >= patience.attempts) return undefined;
  const own = patience.pauseMs * 2 ** (tried - 1);
  // Spread, so that runs which failed together do not come back together.
  const wanted = Math.max(fault.waitMs ?? 0, own * (1 + Math.random() / 4));
  return wanted <= patience.longestPauseMs ? wanted : undefined;
}

export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
