import { openData } from '@polywire/server/data';
import type { Command, Output, Terminal } from '../contract.ts';
import { dataOption, textIn } from '../options.ts';
import { newFile } from '../terminal/new-file.ts';
import { print } from '../terminal/print.ts';

export const exportAll: Command = {
  arguments: [{ name: '[file]', about: { en: 'where to; stdout without it', zh: '目标文件；省略则写到标准输出' } }],
  options: [dataOption],
  examples: ['polywire export backup.ndjson --data .polywire', 'polywire export | gzip > backup.ndjson.gz'],
  async run(terminal, [file], values) {
    const data = openData(textIn(values, 'data') as string, { mustExist: true });
    try {
      const output = file === undefined ? terminal.stdout : await newFile(file);
      const count = await write(data.lines(), output);
      if (file !== undefined) await closed(output);
      report(terminal, count);
    } finally {
      await data.close();
    }
    return undefined;
  },
};

async function write(lines: AsyncIterable<string>, output: Output): Promise<number> {
  let count = 0;
  for await (const line of lines) {
    await print(output, `${line}\n`);
    count += 1;
  }
  return count;
}

function closed(output: Output): Promise<void> {
  return new Promise((resolve, reject) => {
    output.once('error', reject);
    output.end(resolve);
  });
}

function report({ stderr, language }: Terminal, count: number): void {
  stderr.write(language === 'zh' ? `已导出 ${count} 行。\n` : `${count} lines were exported.\n`);
}
