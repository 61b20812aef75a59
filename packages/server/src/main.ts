import { ConfigError, configSchema, readConfig } from './config.ts';
import { configSecrets } from './config-secrets.ts';
import { help } from './help.ts';
import { lastDefence } from './observe/last-defence.ts';
import { createLogger } from './observe/logger.ts';
import { startServer } from './server.ts';
import { StoreError } from './store/errors.ts';

const { POLYWIRE_LANG, LC_ALL, LC_MESSAGES, LANG } = process.env;
/** One that is empty says nothing. */
const language = (POLYWIRE_LANG || LC_ALL || LC_MESSAGES || LANG)?.startsWith('zh') ? 'zh' : 'en';

/** The only time that a secret is shown, and it is spent by the first use. */
const loginLine = {
  en: (owner: string, url: string) => `Open the page as ${owner} (once, within 10 minutes): ${url}`,
  zh: (owner: string, url: string) => `以 ${owner} 身份打开页面（仅一次，10 分钟内有效）：${url}`,
};

try {
  const config = await readConfig(process.argv.slice(2), process.env);
  if (config === 'help') {
    process.stdout.write(help[language]);
  } else {
    const logger = createLogger({ level: process.env.POLYWIRE_LOG });
    lastDefence(logger, configSecrets(configSchema.parse(config)));
    const server = await startServer(config, { logger });
    // Whoever is told where it is may stop it at once.
    stopOnSignal(() => server.close());
    for (const url of server.urls) console.log(`Polywire: ${url}`);
    for (const { owner, url } of server.loginLinks()) console.log(loginLine[language](owner, url));
  }
} catch (error) {
  if (!isPlain(error)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof ConfigError ? error.exitCode : 1;
}

/** Mistakes of the person at the keyboard: a sentence, not a stack. */
function isPlain(error: unknown): error is Error {
  return error instanceof ConfigError || error instanceof StoreError;
}

/** A signal may come twice, from the terminal and from npm; only one that comes later means impatience. */
function stopOnSignal(close: () => Promise<void>): void {
  let askedAt: number | undefined;
  const stop = (): void => {
    if (askedAt === undefined) {
      askedAt = performance.now();
      close().then(
        () => process.exit(0),
        (error: Error) => {
          console.error(notClosed(error));
          process.exit(1);
        },
      );
      setTimeout(() => process.exit(1), GRACE_MS).unref();
    } else if (performance.now() - askedAt > REPEAT_MS) {
      process.exit(1);
    }
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function notClosed({ message }: Error): string {
  return `Not everything could be closed: ${message} / 未能完全关闭：${message}`;
}

const GRACE_MS = 10_000;
const REPEAT_MS = 1_000;
