import type { CommanderError, Option } from 'commander';
import type { Language, Text } from './contract.ts';

/** What the program says of itself. */
export const describe = {
  program: {
    en: 'One client for every agent server: chat, run, translate, record, replay, check.',
    zh: '一个客户端，适配所有智能体服务器：对话、运行、转换、录制、回放、检查。',
  },
  version: { en: 'the version', zh: '显示版本' },
  help: { en: 'the help of a command', zh: '显示命令的说明' },
  helpOption: { en: 'this text', zh: '显示本说明' },
  examples: [
    'polywire serve --port 10338',
    'polywire chat',
    'polywire run "What is new?"',
    'polywire sessions --json',
    'polywire help translate',
  ],
} as const;

export const examplesWord: Text = { en: 'Examples:', zh: '示例：' };

/** Commander's own headings. */
export const headings: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  zh: { 'Usage:': '用法：', 'Arguments:': '参数：', 'Options:': '选项：', 'Commands:': '命令：' },
};

/** What an option is for, what it may be, and what it is where nothing is said. */
export function optionText({ description, argChoices, defaultValue }: Option, language: Language): string {
  const facts = [
    ...(argChoices ? [argChoices.join(', ')] : []),
    ...(typeof defaultValue === 'string'
      ? [language === 'zh' ? `默认 ${defaultValue}` : `default ${defaultValue}`]
      : []),
  ];
  if (facts.length === 0) return description;
  return language === 'zh' ? `${description}（${facts.join('；')}）` : `${description} (${facts.join('; ')})`;
}

/** A slip on the command line: what is wrong, and where to read how it goes. */
export function usageSentence(error: CommanderError, called: string | undefined, language: Language): string {
  const detail = error.message.replace(/^error: /, '');
  const [what = detail] = /'[^']*'/.exec(detail) ?? [];
  const sentence = language === 'en' ? `${capital(detail)}.` : (slips[error.code]?.(what, detail) ?? `${detail}。`);
  const topic = called === undefined || error.code === 'commander.unknownCommand' ? '--help' : `help ${called}`;
  return `${sentence.replace(/\.\.$/, '.')}\n${hint[language]}polywire ${topic}\n`;
}

const hint: Text = { en: 'Hint: see ', zh: '提示：参见 ' };

const slips: Readonly<Record<string, (what: string, detail: string) => string>> = {
  'commander.unknownCommand': (what) => `没有命令 ${what}。`,
  'commander.unknownOption': (what) => `没有选项 ${what}。`,
  'commander.missingArgument': (what) => `缺少参数 ${what}。`,
  'commander.missingMandatoryOptionValue': (what) => `必须给出选项 ${what}。`,
  'commander.optionMissingArgument': (what) => `选项 ${what} 缺少值。`,
  'commander.invalidArgument': (what, detail) =>
    `选项 ${what} 的值无效，可选：${/Allowed choices are (.+)\.$/.exec(detail)?.[1]}。`,
  'commander.excessArguments': () => '参数过多。',
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
