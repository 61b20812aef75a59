import { STEADY } from './past.ts';
import type { Run } from './run.ts';

/** Resolves when a run waits or is over, or has lived for a while; that it has, is noted. */
export async function steady(run: Run): Promise<void> {
  const until = performance.now() + STEADY_MS;
  while (!run.isOver && run.isMoving) {
    if (performance.now() >= until) return run.emit({ type: 'run.status', status: run.status, reason: STEADY });
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS).unref());
  }
}

/** What stops the process does so soon. */
const STEADY_MS = 1_000;
const CHECK_MS = 20;
