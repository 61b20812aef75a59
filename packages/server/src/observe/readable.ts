const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info ',
  40: 'warn ',
  50: 'ERROR',
  60: 'FATAL',
};

/** A line of the log for a person at a terminal: time, level, message, then the rest as key=value. */
export function readable(line: string): string {
  const { time, level, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const clock = new Date(Number(time)).toISOString().slice(11, 23);
  const fields = Object.entries(rest).map(([key, value]) => `${key}=${shown(value)}`);
  const head = [clock, LEVELS[Number(level)] ?? String(level), msg ?? '', ...fields].join(' ').trimEnd();
  const stack = (err as { stack?: string } | undefined)?.stack;
  return `${head}${stack === undefined ? '' : `\n  ${stack.replaceAll('\n', '\n  ')}`}\n`;
}

function shown(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
