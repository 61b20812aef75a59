import type { Text, Trial } from '../contract.ts';

export interface Outcome {
  readonly trial: Trial;
  readonly count: number;
  readonly ms: number;
  readonly result: Text;
  readonly failure?: Error;
  /** Nothing was shown: this machine has not what it takes. */
  readonly isSkipped?: boolean;
}

/** Runs one trial to its end; what it throws is its outcome. */
export async function conduct(
  trial: Trial,
  { count, seed, show }: { count: number; seed: number; show?: (done: number) => void },
): Promise<Outcome> {
  const missing = trial.needs?.();
  if (missing) return { trial, count: 0, ms: 0, result: missing, isSkipped: true };
  const began = performance.now();
  let done = 0;
  const told = () => {
    done += 1;
    show?.(done);
  };
  const stray = strayFailure();
  try {
    const result = await Promise.race([trial.run({ count, seed, done: told }), stray.failed]);
    return { trial, count: done, ms: performance.now() - began, result };
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    const message = failure.message.split('\n')[0] ?? '';
    return { trial, count: done, ms: performance.now() - began, result: { en: message, zh: message }, failure };
  } finally {
    stray.stop();
  }
}

/** What fails with nobody waiting for it would end all trials, and leave no seed to have it again. */
function strayFailure(): { readonly failed: Promise<never>; stop(): void } {
  let fail: (cause: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  process.on('unhandledRejection', fail);
  return { failed, stop: () => process.off('unhandledRejection', fail) };
}
