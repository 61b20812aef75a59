import type { Command } from '../contract.ts';
import { ENDS_WITH_STDIN } from '../server/own-server.ts';

/** The same program that `npm start` runs, with the same options. */
export const serve: Command = {
  takesRest: true,
  examples: ['polywire serve', 'polywire serve --port 8000 --data ./data', 'polywire serve --help'],
  async run({ env, stdin }) {
    if (env[ENDS_WITH_STDIN]) stdin.resume().once('close', () => process.kill(process.pid, 'SIGTERM'));
    const [node = '', program = '', , ...rest] = process.argv;
    process.argv = [node, program, ...rest];
    await import('@polywire/server/main');
    // The server goes on; how it ends is its own affair.
    return process.exitCode === undefined ? undefined : Number(process.exitCode);
  },
};
