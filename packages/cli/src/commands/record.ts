import { rm } from 'node:fs/promises';
import { bookOf } from '@polywire/conformance/check';
import { type Dialect, dialectNamed, type Frame } from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import type { Command } from '../contract.ts';
import { CliError, exitCodes } from '../errors.ts';
import { dialectNames, listIn, secondsIn, textIn, tokenOption } from '../options.ts';
import { recordTalk } from '../recording/record.ts';
import { targetOf } from '../server/target.ts';
import { newFile } from '../terminal/new-file.ts';
import { print } from '../terminal/print.ts';
import { cut } from '../terminal/width.ts';
import { conversingAt } from '../wire/names.ts';

export const record: Command = {
  arguments: [{ name: '<url>', about: { en: 'the server', zh: '服务器地址' } }],
  options: [
    {
      flags: '--dialect <name>',
      about: { en: 'what it speaks', zh: '服务器使用的方言' },
      choices: dialectNames,
      isRequired: true,
    },
    {
      flags: '-m, --message <text>',
      about: { en: 'what to say; may be repeated', zh: '发送的消息，可重复' },
      isRepeated: true,
      isRequired: true,
    },
    { flags: '-o, --out <file>', about: { en: 'where to; stdout without it', zh: '目标文件；省略则写到标准输出' } },
    {
      flags: '--path <path>',
      about: { en: "which of the dialect's addresses; the first without it", zh: '方言的地址；省略则为第一个' },
    },
    { flags: '--session <id>', about: { en: 'a session that is there', zh: '已存在的会话' } },
    {
      flags: '--patience <seconds>',
      about: { en: 'a silence of so long is the end', zh: '沉默多久视为结束' },
      fallback: '60',
    },
    tokenOption,
  ],
  examples: dialectNames
    .slice(1, 2)
    .map((name) => `polywire record http://127.0.0.1:10338 --dialect ${name} -m "Hello" -o talk.ndjson`),
  async run(terminal, [url], values) {
    const { stdout, stderr, language } = terminal;
    const stop = terminal.stopSignal();
    const dialect = dialectNamed(textIn(values, 'dialect') as string);
    const file = textIn(values, 'out');
    const output = file === undefined ? stdout : await newFile(file);
    let count = 0;
    const lines = recordTalk({
      target: targetOf(terminal, values, url),
      dialect,
      endpoint: conversingAt(dialect, textIn(values, 'path')),
      messages: listIn(values, 'message'),
      session: textIn(values, 'session'),
      book: await bookOf(dialect.name),
      patienceMs: secondsIn(values, 'patience') * 1_000,
      stop,
      onIssue(issue) {
        const shown = cut(halvesOf(issue)[language], 200);
        stderr.write(language === 'zh' ? `有内容未录制：${shown}\n` : `Something was not recorded: ${shown}\n`);
      },
    });
    try {
      for await (const line of lines) {
        await print(output, `${JSON.stringify(line)}\n`);
        count += isFrame(line) ? 1 : 0;
      }
    } finally {
      if (file !== undefined) await new Promise<void>((resolve) => output.end(resolve));
      // A recording of nothing would only be in the way of the next try.
      if (file !== undefined && count === 0) await rm(file);
    }
    if (count === 0 && !stop.aborted) throw nothingSaid(dialect);
    stderr.write(language === 'zh' ? `已录制 ${count} 帧。\n` : `${count} frames were recorded.\n`);
    return stop.aborted ? exitCodes.stopped : exitCodes.ok;
  },
};

function nothingSaid({ title }: Dialect): CliError {
  return new CliError(
    { en: 'The server said nothing: there is no recording.', zh: '服务器没有任何回应：未生成录制。' },
    {
      en: `see whether it speaks ${title}, name another address with --path, or wait longer with --patience`,
      zh: `请确认服务器使用 ${title}，或用 --path 指定其他地址，或用 --patience 延长等待`,
    },
  );
}

function isFrame(line: object): line is Frame {
  return 'from' in line && line.from === 'server';
}
