import { once } from 'node:events';
import { createReadStream, type ReadStream } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { openData } from '@polywire/server/data';
import type { Command, Text } from '../contract.ts';
import { CliError, exitCodes } from '../errors.ts';
import { dataOption, textIn } from '../options.ts';

export const importAll: Command = {
  arguments: [{ name: '[file]', about: { en: 'an export; stdin without it', zh: '导出文件；省略则读取标准输入' } }],
  options: [{ ...dataOption, about: { en: 'a new data folder', zh: '新的数据目录' } }],
  examples: [
    'polywire import backup.ndjson --data ./restored',
    'gunzip -c backup.ndjson.gz | polywire import --data ./restored',
  ],
  async run(terminal, [file], values) {
    const { stdin, stderr, language } = terminal;
    const folder = textIn(values, 'data') as string;
    const stop = terminal.stopSignal();
    const source = file === undefined ? undefined : await opened(file);
    try {
      await fillFolder(folder, new Lines(source ?? stdin, file ?? 'stdin', stop));
    } finally {
      source?.destroy();
    }
    stderr.write(language === 'zh' ? `已导入 ${folder}。\n` : `${folder} has it all now.\n`);
    return undefined;
  },
};

/** All or nothing: half an import would look like a whole one, and be in the way of the next try. */
async function fillFolder(folder: string, lines: Lines): Promise<void> {
  const before = await namesIn(folder);
  const data = openData(folder);
  let failure: unknown;
  try {
    await data.fill(lines);
  } catch (error) {
    failure = lines.failure ?? error;
  } finally {
    await data.close();
  }
  if (failure === undefined) return;
  // Lines are asked for only once the folder is known to be empty: until then what is in it is somebody else's.
  if (!lines.areAskedFor) throw failure;
  await removeNew(folder, before);
  throw before?.some((name) => WRITTEN_TO.includes(name)) ? halfFilled(folder, failure) : failure;
}

/** What an import writes to where it is there already, and what can therefore not be taken back. */
const WRITTEN_TO: readonly string[] = ['polywire.db', 'uploads'];

/** The lines of an export. They remember why they ended early, which the store cannot know. */
class Lines implements AsyncIterable<string> {
  readonly #input: Readable;
  readonly #name: string;
  readonly #stop: AbortSignal;
  areAskedFor = false;
  failure: CliError | undefined;

  constructor(input: Readable, name: string, stop: AbortSignal) {
    this.#input = input;
    this.#name = name;
    this.#stop = stop;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    this.areAskedFor = true;
    try {
      yield* createInterface({ input: this.#input, crlfDelay: Number.POSITIVE_INFINITY, signal: this.#stop });
    } catch (cause) {
      this.failure = unreadable(this.#name, cause);
    }
    if (this.#stop.aborted) this.failure = stopped();
    if (this.failure) throw this.failure;
  }
}

async function opened(file: string): Promise<ReadStream> {
  const stream = createReadStream(file);
  try {
    await once(stream, 'open');
    return stream;
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

/** Nothing where there is no such folder. */
async function namesIn(folder: string): Promise<readonly string[] | undefined> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new CliError(
      { en: `The folder ${folder} cannot be read.`, zh: `无法读取目录 ${folder}。` },
      { en: 'name a new one with --data', zh: '请用 --data 指定一个新目录' },
      { cause: error },
    );
  }
}

async function removeNew(folder: string, before: readonly string[] | undefined): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!before?.includes(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
  if (before === undefined) await rmdir(folder);
}

function unreadable(name: string, cause: unknown): CliError {
  return new CliError(
    { en: `${name} cannot be read.`, zh: `无法读取 ${name}。` },
    { en: 'name a file that "polywire export" wrote', zh: '请指定由 "polywire export" 写出的文件' },
    { cause },
  );
}

function stopped(): CliError {
  return new CliError({ en: 'The import was stopped.', zh: '导入已停止。' }, undefined, {
    exitCode: exitCodes.stopped,
  });
}

function halfFilled(folder: string, failure: unknown): CliError {
  const { says, exitCode } = failure as { says: Text; exitCode?: number };
  return new CliError(
    says,
    {
      en: `${folder} was there before and has a part of the import now: name a new folder with --data`,
      zh: `${folder} 原已存在，现含有部分导入内容：请用 --data 指定一个新目录`,
    },
    { cause: failure, ...(exitCode !== undefined && { exitCode }) },
  );
}
