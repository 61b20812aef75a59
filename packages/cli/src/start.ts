import { exitCodes } from './errors.ts';
import { main } from './main.ts';
import { languageOf } from './terminal/language.ts';

/** The program as it is started from a shell. */
export async function start(): Promise<void> {
  const { argv, env, stdin, stdout, stderr } = process;
  // The reader of a pipe may leave early (head): that is no error of ours.
  stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  process.exitCode = await main(argv.slice(2), { stdin, stdout, stderr, env, language: languageOf(env), stopSignal });
}

/** The first signal asks, a later one insists. npm may pass the terminal's on once more: that counts as one. */
function stopSignal(): AbortSignal {
  const asked = new AbortController();
  let askedAt: number | undefined;
  const stop = (): void => {
    askedAt ??= performance.now();
    if (performance.now() - askedAt > REPEAT_MS) process.exit(exitCodes.stopped);
    asked.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return asked.signal;
}

const REPEAT_MS = 500;
