import { type DestinationStream, type Level, type Logger as PinoLogger, pino } from 'pino';
import { ConfigError } from '../config.ts';
import { readable } from './readable.ts';
import { redact } from './redact.ts';

export type Logger = Pick<PinoLogger, Level | 'silent'>;

export interface LoggerOptions {
  /** `POLYWIRE_LOG`: one of the levels below, info where nothing is said. */
  readonly level?: string | undefined;
  /** For a person rather than for a program. */
  readonly isReadable?: boolean;
  readonly out?: DestinationStream;
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The operator's log, on stderr: one JSON object a line, or readable lines on a terminal. Secrets never get there. */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { level = 'info', isReadable = process.stderr.isTTY === true, out = process.stderr } = options;
  if (!isLevel(level)) {
    const known = logLevels.join(', ');
    throw new ConfigError(`POLYWIRE_LOG is one of ${known}. / POLYWIRE_LOG 须为以下之一：${known}。`);
  }
  const destination = isReadable ? { write: (line: string) => void out.write(readable(line)) } : out;
  const formatters = { log: (fields: object) => redact(fields) as Record<string, unknown> };
  // Errors are plain objects already when pino's own way of writing them would come.
  return pino({ level, base: null, formatters, serializers: { err: (err: unknown) => err } }, destination);
}

function isLevel(level: string): level is (typeof logLevels)[number] {
  return (logLevels as readonly string[]).includes(level);
}
