import type { Terminal } from './contract.ts';
import { exitCodes, wordsOf } from './errors.ts';
import { runProgram } from './program.ts';

/** One command line from its arguments to its exit code. Never throws. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runProgram(args, terminal);
  } catch (error) {
    terminal.stderr.write(wordsOf(error, terminal.language, terminal.env));
    return error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : exitCodes.failed;
  }
}
