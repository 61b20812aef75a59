import {
  dialectNamed,
  framesFor,
  Losses,
  MAX_SERVER_FRAME_CHARS,
  ndjsonReader,
  stampFrame,
  writeNdjson,
} from '@polywire/protocol';
import type { Command } from '../contract.ts';
import { exitCodes } from '../errors.ts';
import { dialectNames, jsonOption, textIn } from '../options.ts';
import { print } from '../terminal/print.ts';
import { lossText, Unread } from '../wire/losses.ts';
import { streamOf, Translator } from '../wire/translator.ts';

export const translate: Command = {
  options: [
    {
      flags: '--from <dialect>',
      about: { en: 'what comes in', zh: '输入的方言' },
      choices: dialectNames,
      isRequired: true,
    },
    {
      flags: '--to <dialect>',
      about: { en: 'what goes out', zh: '输出的方言' },
      choices: dialectNames,
      isRequired: true,
    },
    {
      flags: '--session <id>',
      about: { en: 'what the session is called in the output', zh: '输出中的会话标识' },
      fallback: 'session-1',
    },
    {
      flags: '--restore',
      about: { en: 'believe and write the events that stand beside degraded frames', zh: '读取并写出降级帧旁的原事件' },
    },
    { ...jsonOption, about: { en: 'the loss report as JSON', zh: '以 JSON 输出损失报告' } },
  ],
  examples: dialectNames
    .slice(0, 2)
    .map((name, i, pair) => `polywire translate --from ${name} --to ${pair[1 - i]} < frames.ndjson`),
  async run({ stdin, stdout, stderr, language }, _, values) {
    const to = dialectNamed(textIn(values, 'to') as string);
    const restore = values.restore === true;
    const options = { session: textIn(values, 'session') as string, language, restores: restore };
    const translator = new Translator(dialectNamed(textIn(values, 'from') as string), to, options);
    const losses = new Losses(to);
    const unread = new Unread();
    let count = 0;
    const put = async ({ events, frames }: ReturnType<Translator['end']>): Promise<void> => {
      for (const event of events) losses.push(event);
      const wants = { cursor: false, restore };
      await print(
        stdout,
        framesFor(frames, wants)
          .map((frame) => writeNdjson({ data: stampFrame(frame, wants) }))
          .join(''),
      );
    };
    for (const frame of to.server.greet(streamOf(to, options), Date.now())) await print(stdout, writeNdjson(frame));
    const reader = ndjsonReader({ maxChars: MAX_SERVER_FRAME_CHARS });
    const take = async ({ frames, issue }: ReturnType<typeof reader.end>): Promise<void> => {
      if (issue !== undefined) unread.add(count + 1, { reason: 'invalid', detail: issue });
      for (const frame of frames) {
        count += 1;
        const made = translator.push(frame);
        if (made.issue) unread.add(count, made.issue);
        await put(made);
      }
    };
    for await (const bytes of stdin) await take(reader.push(bytes as Uint8Array));
    await take(reader.end());
    await put(translator.end());
    const report = losses.report();
    const told = { ...report, unread: unread.frames };
    stderr.write(values.json ? `${JSON.stringify(told)}\n` : lossText(report, language, unread.frames));
    return unread.frames.some(({ reason }) => reason === 'invalid') ? exitCodes.failed : exitCodes.ok;
  },
};
