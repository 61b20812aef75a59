import { PassThrough, Readable } from 'node:stream';
import type { Terminal } from '../../src/contract.ts';
import { main } from '../../src/main.ts';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HereOptions {
  readonly stdin?: string | Readable;
  readonly language?: 'en' | 'zh';
  readonly env?: Readonly<Record<string, string>>;
  readonly stop?: AbortSignal;
}

/** Runs a command line in this process: the same code, without the wait for another one. */
export async function here(args: readonly string[], options: HereOptions = {}): Promise<Ended> {
  const { stdin = Readable.from([]) } = options;
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const texts = [collect(stdout), collect(stderr)] as const;
  const terminal: Terminal = {
    stdin: typeof stdin === 'string' ? Readable.from([Buffer.from(stdin)]) : stdin,
    stdout,
    stderr,
    env: options.env ?? {},
    language: options.language ?? 'en',
    stopSignal: () => options.stop ?? new AbortController().signal,
  };
  const code = await main(args, terminal);
  stdout.end();
  stderr.end();
  const [out, err] = await Promise.all(texts);
  return { code, stdout: out, stderr: err };
}

export function jsonLines<T = Record<string, unknown>>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

async function collect(stream: PassThrough): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}
