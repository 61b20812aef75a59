import { dialectNamed, Losses } from '@polywire/protocol';
import type { Command, Terminal } from '../contract.ts';
import { loadRun } from '../inspect/load-run.ts';
import { markdownOf } from '../inspect/markdown.ts';
import { columnsText, sideBySide } from '../inspect/side-by-side.ts';
import { timeline, timelineText } from '../inspect/timeline.ts';
import { dialectNames, jsonOption, listIn, serverOption, tokenOption } from '../options.ts';
import { targetOf } from '../server/target.ts';
import { coloursFor } from '../terminal/colours.ts';
import { print, printJson } from '../terminal/print.ts';
import { lossText } from '../wire/losses.ts';

export const inspect: Command = {
  arguments: [
    {
      name: '<run>',
      about: {
        en: "a run's id, the ref of its message, or a session's id: its last run",
        zh: '运行标识、其消息的 ref，或会话标识（取其最后一次运行）',
      },
    },
  ],
  options: [
    {
      flags: '--frames <dialect>',
      about: {
        en: 'what clients of this dialect are sent; repeated: side by side',
        zh: '该方言客户端收到的帧；重复则并排显示',
      },
      choices: dialectNames,
      isRepeated: true,
    },
    {
      flags: '--losses <dialect>',
      about: { en: 'what of the run this dialect cannot say', zh: '该方言无法表达的内容' },
      choices: dialectNames,
      isRepeated: true,
    },
    { flags: '--markdown', about: { en: 'the run as a Markdown page', zh: '以 Markdown 导出' } },
    jsonOption,
    serverOption,
    tokenOption,
  ],
  examples: [
    'polywire inspect run_1f0c',
    `polywire inspect run_1f0c ${dialectNames
      .slice(1, 3)
      .map((name) => `--frames ${name}`)
      .join(' ')}`,
    'polywire inspect run_1f0c --markdown > run.md',
  ],
  async run(terminal, [name], values) {
    const { stdout, env, language } = terminal;
    const run = await loadRun(targetOf(terminal, values), name as string);
    const frames = listIn(values, 'frames').map(dialectNamed);
    const losses = listIn(values, 'losses').map(dialectNamed);
    const colours = coloursFor(stdout, env);
    if (values.markdown) {
      await print(stdout, markdownOf(run, language));
    } else if (losses.length > 0) {
      for (const dialect of losses) {
        const counted = new Losses(dialect);
        for (const event of run.events) counted.push(event);
        const report = counted.report();
        await (values.json ? printJson(stdout, report) : print(stdout, lossText(report, language)));
      }
    } else if (frames.length > 0) {
      const rows = sideBySide(run.events, frames, run.session);
      if (values.json) for (const row of rows) await printJson(stdout, row);
      else
        await print(
          stdout,
          columnsText(
            rows,
            frames.map(({ name }) => name),
            widthOf(terminal),
            colours,
          ),
        );
    } else if (values.json) {
      for (const event of run.events) await printJson(stdout, event);
    } else {
      await print(stdout, timelineText(timeline(run.events), widthOf(terminal), colours));
    }
    return undefined;
  },
};

/** A file has no edge: lines may be longer there, but not without end. */
function widthOf({ stdout }: Terminal): number {
  return stdout.columns ?? 200;
}
