import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { halvesOf } from '@polywire/protocol/halves';
import type { Terminal } from '../contract.ts';
import { CliError } from '../errors.ts';

export interface OwnServer {
  readonly url: string;
  close(): Promise<void>;
}

const program = fileURLToPath(new URL('../../bin/polywire.mjs', import.meta.url));

/** Starts a server for the length of one command, on a free port. It ends with this process, however that ends. */
export async function ownServer({ env }: Terminal, data: string | undefined): Promise<OwnServer> {
  const args = [program, 'serve', '--port', '0', ...(data === undefined ? [] : ['--data', data])];
  const child = spawn(process.execPath, args, {
    // A group of its own: Ctrl-C is for the command, which stops its run before it stops the server.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env, [ENDS_WITH_STDIN]: '1', POLYWIRE_LOG: env.POLYWIRE_LOG ?? 'silent' },
  });
  const exited = once(child, 'close');
  let printed = '';
  let complaint = '';
  // A character of several bytes may come in two pieces.
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(-MAX_COMPLAINT);
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const [, found] = /Polywire: (\S+)\n/.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
    void exited.then(() => reject(notStarted(complaint)));
  });
  return {
    url,
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Set for a server that somebody started for themselves: the end of its stdin is the end of that somebody. */
export const ENDS_WITH_STDIN = 'POLYWIRE_ENDS_WITH_STDIN';
const MAX_COMPLAINT = 2_000;

function notStarted(complaint: string): CliError {
  const { en, zh } = halvesOf(complaint.trim().split('\n').at(-1) ?? '');
  return new CliError(
    { en: en === '' ? 'The server did not start.' : en, zh: zh === '' ? '服务器未能启动。' : zh },
    { en: 'name a server that runs with --server', zh: '用 --server 指定正在运行的服务器' },
  );
}
