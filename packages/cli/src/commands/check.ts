import { bookOf } from '@polywire/conformance/check';
import { dialectNamed } from '@polywire/protocol';
import { gather } from '../check/gather.ts';
import { isKept, judge } from '../check/judge.ts';
import { humanReport, tapReport } from '../check/report.ts';
import type { Command } from '../contract.ts';
import { exitCodes } from '../errors.ts';
import { dialectNames, jsonOption, secondsIn, textIn, tokenOption } from '../options.ts';
import { targetOf } from '../server/target.ts';
import { coloursFor } from '../terminal/colours.ts';
import { print, printJson } from '../terminal/print.ts';
import { conversingAt } from '../wire/names.ts';

export const check: Command = {
  arguments: [{ name: '<url>', about: { en: 'the server', zh: '服务器地址' } }],
  options: [
    {
      flags: '--dialect <name>',
      about: { en: 'what it should speak', zh: '应使用的方言' },
      choices: dialectNames,
      isRequired: true,
    },
    {
      flags: '--path <path>',
      about: { en: "which of the dialect's addresses; the first without it", zh: '方言的地址；省略则为第一个' },
    },
    {
      flags: '-m, --message <text>',
      about: { en: 'what to say: best something that makes it use a tool', zh: '发送的内容：最好能触发工具调用' },
      fallback: 'Hello',
    },
    {
      flags: '--session <id>',
      about: { en: 'a session that is there, where the server needs one', zh: '已存在的会话（若服务器需要）' },
    },
    {
      flags: '--patience <seconds>',
      about: { en: 'a silence of so long is the end', zh: '沉默多久视为结束' },
      fallback: '15',
    },
    { flags: '--tap', about: { en: 'the Test Anything Protocol', zh: '以 TAP 格式输出' } },
    jsonOption,
    tokenOption,
  ],
  examples: dialectNames
    .slice(1, 3)
    .map((name, i) => `polywire check http://127.0.0.1:10338 --dialect ${name}${i === 1 ? ' --tap' : ''}`),
  async run(terminal, [url], values) {
    const { stdout, env, language } = terminal;
    const dialect = dialectNamed(textIn(values, 'dialect') as string);
    const book = await bookOf(dialect.name);
    const evidence = await gather({
      target: targetOf(terminal, values, url),
      dialect,
      endpoint: conversingAt(dialect, textIn(values, 'path')),
      book,
      message: textIn(values, 'message') as string,
      session: textIn(values, 'session'),
      patienceMs: secondsIn(values, 'patience') * 1_000,
      lingerMs: LINGER_MS,
    });
    const judged = judge(book, evidence);
    if (values.json)
      await printJson(
        stdout,
        judged.map(({ rule: { id, says }, finding }) => ({ id, says: says[language], ...finding })),
      );
    else if (values.tap) await print(stdout, tapReport(judged, language));
    else await print(stdout, humanReport(judged, language, coloursFor(stdout, env)));
    return isKept(judged) ? exitCodes.ok : exitCodes.failed;
  },
};

/** Frames that belong together are written together, so what should not follow is there at once. */
const LINGER_MS = 500;
