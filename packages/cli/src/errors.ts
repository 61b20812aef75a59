import { halvesOf } from '@polywire/protocol/halves';
import type { Language, Text } from './contract.ts';

/** How the program ends where nothing more is said: docs/cli.md has the table. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, waiting: 3, timedOut: 124, stopped: 130 } as const;

/** A mistake that a person can mend: one sentence, and what to do. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly says: Text;
  readonly hint: Text | undefined;
  readonly exitCode: number;

  constructor(says: Text, hint?: Text, options: { exitCode?: number; cause?: unknown } = {}) {
    super(says.en, { cause: options.cause });
    this.says = says;
    this.hint = hint;
    this.exitCode = options.exitCode ?? exitCodes.failed;
  }
}

/** What is printed of an error: never a stack, unless asked for. */
export function wordsOf(error: unknown, language: Language, env: Readonly<Record<string, string | undefined>>): string {
  const lines = [sentenceOf(error, language)];
  const hint = error instanceof CliError ? error.hint : undefined;
  if (hint) lines.push(`${hintWord[language]}${hint[language]}`);
  else if (!isExpected(error) && !isRefusal(error) && !env.POLYWIRE_DEBUG)
    lines.push(`${hintWord[language]}${debugHint[language]}`);
  if (env.POLYWIRE_DEBUG && error instanceof Error) lines.push(error.stack ?? '');
  return `${lines.join('\n')}\n`;
}

const hintWord: Text = { en: 'Hint: ', zh: '提示：' };
const debugHint: Text = {
  en: 'POLYWIRE_DEBUG=1 shows where it happened.',
  zh: '设置 POLYWIRE_DEBUG=1 可查看出错位置。',
};

/** One sentence, in the words of the reader. */
export function sentenceOf(error: unknown, language: Language): string {
  if (isExpected(error)) return error.says[language];
  if (!(error instanceof Error)) return String(error);
  return halvesOf(error.message)[language];
}

/** The server, or the dialect, said no and why: there is no fault to look for. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'REFUSED' || error.code === 'UNSUPPORTED');
}

function isExpected(error: unknown): error is { says: Text } {
  return error instanceof Error && 'says' in error;
}
