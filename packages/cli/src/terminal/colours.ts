import type { Output } from '../contract.ts';

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const;
export type Colours = Readonly<Record<keyof typeof codes, (text: string) => string>>;

/** Colours for a terminal, plain text for everything else. */
export function coloursFor(output: Output, env: Readonly<Record<string, string | undefined>>): Colours {
  const isColoured = output.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const entries = Object.entries(codes).map(([name, code]) => [
    name,
    (text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text),
  ]);
  return Object.fromEntries(entries) as Colours;
}
