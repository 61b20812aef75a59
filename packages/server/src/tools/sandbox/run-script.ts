import { Worker } from 'node:worker_threads';
import type { Json } from '@polywire/protocol';
import { Turnstile } from '../../turnstile.ts';
import { JobError } from './errors.ts';
import { threadOf } from './loader.ts';
import type { FromScript, ScriptInput } from './script.worker.ts';

export interface ScriptOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** What the code has as global variables: plain data. */
  readonly globals?: Readonly<Record<string, Json>>;
  onOutput?(text: string): void;
}

/**
 * Runs JavaScript that nobody has read. The interpreter knows no files, no network, no timers; it lives in a thread of
 * its own that ends with the code, or when its time is up.
 */
export async function runScript(code: string, options: ScriptOptions): Promise<Json> {
  const leave = await turnstile.enter(options.signal);
  try {
    options.signal.throwIfAborted();
    return resultIn(await work(code, options));
  } finally {
    leave();
  }
}

/** The code may have put something else in the place of `JSON.stringify`. */
function resultIn(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new JobError('FAILED', NOT_JSON);
  }
}

const NOT_JSON = 'What the code gave is not JSON. / 代码给出的结果不是 JSON。';
const turnstile = new Turnstile(2);
const TIMEOUT_MS = 5_000;
const MEMORY_MB = 64;
/** How long the thread may take to begin: a busy machine is not the code's fault. */
const START_MS = 30_000;
/** The interpreter stops by itself first, with a better message. */
const GRACE_MS = 1_000;

function work(
  code: string,
  { signal, timeoutMs = TIMEOUT_MS, globals = {}, onOutput }: ScriptOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const workerData: ScriptInput = { code, globals, timeoutMs, memoryMb: MEMORY_MB };
    const worker = new Worker(threadOf(new URL('./script.worker.ts', import.meta.url)), {
      eval: true,
      workerData,
      execArgv: [],
      env: {},
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB * 4, stackSizeMb: 4 },
    });
    const end = (settle: () => void) => {
      clearTimeout(clock);
      signal.removeEventListener('abort', stop);
      worker.removeAllListeners();
      worker.on('error', () => undefined);
      void worker.terminate();
      settle();
    };
    const fail = (error: unknown) => end(() => reject(error));
    const stop = () => fail(signal.reason);
    const late = () => fail(new JobError('TIMEOUT', timeoutMs / 1_000));
    let clock = setTimeout(late, START_MS);
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (said: FromScript) => {
      if ('began' in said) {
        clearTimeout(clock);
        clock = setTimeout(late, timeoutMs + GRACE_MS);
      } else if ('output' in said) onOutput?.(said.output);
      else if ('late' in said) late();
      else if ('failed' in said) fail(new JobError('FAILED', said.failed));
      else end(() => resolve(said.result));
    });
    worker.once('error', () => fail(new JobError('CRASHED', MEMORY_MB)));
    worker.once('exit', () => fail(new JobError('CRASHED', MEMORY_MB)));
  });
}
