import type { Logger } from './logger.ts';
import { redact } from './redact.ts';
import type { Secrets } from './secrets.ts';

/**
 * What nobody caught, in this process where its users' own agents and tools run too. A promise that nobody waited for has
 * left nothing half-done that others stand on: it is told, and everybody else goes on. An exception came out of the middle
 * of something: the process ends with a sentence, and the next one goes on from the log.
 */
export function lastDefence(logger: Logger, secrets: Secrets): void {
  const hidden = (err: unknown) => secrets.hideIn(redact({ err }));
  process.on('unhandledRejection', (reason) => logger.error(hidden(reason), 'a failure that nobody waited for'));
  process.on('uncaughtException', (error) => {
    logger.fatal(hidden(error), 'a failure that nobody caught');
    console.error(ENDS);
    process.exit(1);
  });
}

const ENDS =
  'Polywire met a fault that it cannot contain, and stops. Start it again: runs go on from the log. / ' +
  'Polywire 遇到无法隔离的故障，即将停止。请重新启动：运行会从日志继续。';
