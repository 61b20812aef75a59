import { dialectNamed, ownDialect } from '@polywire/protocol';
import type { Command, Values } from '../contract.ts';
import { CliError, exitCodes } from '../errors.ts';
import { dialectNames, serverOption, textIn, tokenOption } from '../options.ts';
import { followRun } from '../run/follow.ts';
import { framePrinter, textPrinter } from '../run/printers.ts';
import { reach } from '../server/reach.ts';
import { streamOf } from '../wire/translator.ts';

const TEXT = 'text';

export const run: Command = {
  arguments: [{ name: '<message>', about: { en: 'what to ask', zh: '要问的内容' } }],
  options: [
    { flags: '--agent <name>', about: { en: 'who answers', zh: '由哪个智能体回答' } },
    { flags: '--model <name>', about: { en: 'with which model', zh: '使用的模型' } },
    {
      flags: '--format <format>',
      about: {
        en: 'the answer as text, or every frame of a dialect as NDJSON',
        zh: '回答文本，或某方言的全部帧（NDJSON）',
      },
      choices: [TEXT, ...dialectNames],
      fallback: TEXT,
    },
    { flags: '--session <id>', about: { en: 'go on with this session', zh: '继续该会话' } },
    { flags: '--yes', about: { en: 'approve everything that is asked', zh: '批准所有请求' } },
    serverOption,
    {
      flags: '--dialect <name>',
      about: { en: 'what the server speaks', zh: '服务器使用的方言' },
      choices: dialectNames,
      fallback: ownDialect.name,
    },
    tokenOption,
    {
      flags: '--data <dir>',
      about: { en: 'start a server on this folder, for this run', zh: '为本次运行在该目录上启动服务器' },
    },
  ],
  examples: [
    'polywire run "What is 6 × 7?"',
    ...dialectNames.slice(1, 2).map((name) => `polywire run "Plan a trip" --agent tot --format ${name} > run.ndjson`),
    'polywire run "Delete the old logs" --yes',
  ],
  async run(terminal, [message = ''], values) {
    if (message.trim() === '') throw nothingToAsk();
    const stop = terminal.stopSignal();
    const { target, close } = await reach(terminal, values);
    const format = textIn(values, 'format') as string;
    const { stdout, language } = terminal;
    const dialect = dialectNamed(textIn(values, 'dialect') as string);
    try {
      return await followRun({
        target,
        dialect,
        message,
        agent: textIn(values, 'agent'),
        model: textIn(values, 'model'),
        session: textIn(values, 'session'),
        approves: values.yes === true,
        stop,
        sameServer: sameServer(values),
        printer:
          format === TEXT
            ? textPrinter(stdout, { ...streamOf(dialect, { language }), baseUrl: target.url })
            : framePrinter(stdout, dialectNamed(format), language),
        terminal,
      });
    } finally {
      await close();
    }
  },
};

function nothingToAsk(): CliError {
  return new CliError({ en: 'The message is empty.', zh: '消息为空。' }, undefined, { exitCode: exitCodes.usage });
}

/** The options by which another command finds the same server, or the same folder. */
export function sameServer(values: Values): readonly string[] {
  const isUsual = values.dialect === ownDialect.name;
  return ['server', ...(isUsual ? [] : ['dialect']), 'data'].flatMap((name) => {
    const value = textIn(values, name);
    return value === undefined ? [] : [`--${name} ${value}`];
  });
}
