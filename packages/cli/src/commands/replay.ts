import { once } from 'node:events';
import { dialectNamed } from '@polywire/protocol';
import type { Command } from '../contract.ts';
import { dialectNames, portIn, secondsIn, textIn } from '../options.ts';
import { readRecording } from '../recording/file.ts';
import { play } from '../recording/player.ts';
import { scriptOf } from '../recording/turns.ts';
import { print } from '../terminal/print.ts';

export const replay: Command = {
  arguments: [{ name: '<file>', about: { en: 'a recording', zh: '录制文件' } }],
  options: [
    {
      flags: '--dialect <name>',
      about: { en: 'what to speak; without it what was recorded', zh: '使用的方言；省略则与录制时相同' },
      choices: dialectNames,
    },
    { flags: '--speed <factor>', about: { en: '2 is twice as fast', zh: '2 表示两倍速' }, fallback: '1' },
    { flags: '--port <port>', about: { en: 'where to listen', zh: '监听端口' }, fallback: '10339' },
    { flags: '--host <host>', about: { en: 'address to listen on', zh: '监听地址' }, fallback: '127.0.0.1' },
  ],
  examples: [
    'polywire replay talk.ndjson',
    ...dialectNames.slice(1, 2).map((name) => `polywire replay talk.ndjson --dialect ${name} --speed 10`),
  ],
  async run(terminal, [file], values) {
    const stop = terminal.stopSignal();
    const recording = await readRecording(file as string);
    const dialect = dialectNamed(textIn(values, 'dialect') ?? recording.head.dialect);
    const player = await play({
      dialect,
      script: scriptOf(recording, dialect),
      speed: secondsIn(values, 'speed'),
      host: textIn(values, 'host') as string,
      port: portIn(values, 'port'),
    });
    const paths = dialect.endpoints
      .filter(({ does }) => does === 'converse')
      .map(({ path }) => `  ${player.url}${path}\n`);
    const { stdout, language } = terminal;
    await print(stdout, language === 'zh' ? `以 ${dialect.title} 回放：\n` : `Replaying as ${dialect.title}:\n`);
    await print(stdout, paths.join(''));
    if (!stop.aborted) await once(stop, 'abort');
    await player.close();
    return undefined;
  },
};
