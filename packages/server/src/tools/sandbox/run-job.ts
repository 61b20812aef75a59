import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { MIB } from '../../bytes.ts';
import { Turnstile } from '../../turnstile.ts';
import { JobError } from './errors.ts';
import type { FromJob } from './job.ts';
import { LOADER } from './loader.ts';
import { residentBytes } from './resident-bytes.ts';

export interface JobLimits {
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

export interface JobOptions extends JobLimits {
  readonly signal: AbortSignal;
  onProgress?(value: unknown): void;
}

/**
 * Runs a `*.job.ts` file in a process of its own: it can be killed at any moment, whatever library it is stuck in, and
 * takes nobody's memory or time with it. It gets none of the server's environment.
 */
export async function runJob<O>(job: URL, input: unknown, options: JobOptions): Promise<O> {
  const leave = await turnstile.enter(options.signal);
  try {
    options.signal.throwIfAborted();
    return await work<O>(job, input, options);
  } finally {
    leave();
  }
}

/** More at once would only make each of them slower. */
const turnstile = new Turnstile(2);
const WATCH_MS = 100;

function work<O>(job: URL, input: unknown, { signal, timeoutMs, memoryMb, onProgress }: JobOptions): Promise<O> {
  return new Promise((resolve, reject) => {
    const child = fork(job, [], {
      execArgv: ['--import', LOADER, `--max-old-space-size=${memoryMb}`],
      env: { PATH: process.env.PATH ?? '' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const end = (settle: () => void) => {
      clearTimeout(clock);
      clearInterval(watch);
      signal.removeEventListener('abort', stop);
      child.removeAllListeners();
      child.on('error', () => undefined);
      child.kill('SIGKILL');
      settle();
    };
    const fail = (error: unknown) => end(() => reject(error));
    const stop = () => fail(signal.reason);
    const clock = setTimeout(() => fail(new JobError('TIMEOUT', timeoutMs / 1_000)), timeoutMs);
    const watch = setInterval(() => {
      if (residentBytes(child.pid) > (memoryMb + BASE_MB) * MIB) fail(new JobError('MEMORY', memoryMb));
    }, WATCH_MS);
    signal.addEventListener('abort', stop, { once: true });
    child.once('spawn', () => {
      if (child.pid !== undefined) setPriority(child.pid, LESS_URGENT);
      child.send({ input }, (error) => error && fail(error));
    });
    child.on('message', (said: FromJob) => {
      if ('progress' in said) onProgress?.(said.progress);
      else if ('failed' in said) fail(new JobError('FAILED', said.failed));
      else end(() => resolve(said.result as O));
    });
    child.once('error', fail);
    child.once('exit', () => fail(new JobError('CRASHED', memoryMb)));
  });
}

/** What a process has before it does anything. */
const BASE_MB = 160;
const LESS_URGENT = 10;
