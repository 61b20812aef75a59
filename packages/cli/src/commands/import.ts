import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { openData } from '@polywire/server/data';
import type { Command } from '../contract.ts';
import { dataOption, textIn } from '../options.ts';

export const importAll: Command = {
  arguments: [{ name: '[file]', about: { en: 'an export; stdin without it', zh: '导出文件；省略则读取标准输入' } }],
  options: [{ ...dataOption, about: { en: 'a new data folder', zh: '新的数据目录' } }],
  examples: [
    'polywire import backup.ndjson --data ./restored',
    'gunzip -c backup.ndjson.gz | polywire import --data ./restored',
  ],
  async run({ stdin, stderr, language }, [file], values) {
    const folder = textIn(values, 'data') as string;
    const data = openData(folder);
    try {
      const input = file === undefined ? stdin : createReadStream(file);
      await data.fill(createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }));
    } finally {
      await data.close();
    }
    stderr.write(language === 'zh' ? `已导入 ${folder}。\n` : `${folder} has it all now.\n`);
    return undefined;
  },
};
