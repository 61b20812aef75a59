import { backupData } from '@polywire/server/data';
import type { Command } from '../contract.ts';
import { dataOption, textIn } from '../options.ts';
import { Bar } from '../terminal/bar.ts';

export const backup: Command = {
  arguments: [
    { name: '<folder>', about: { en: 'a new folder; it is a data folder itself', zh: '新目录；其本身就是数据目录' } },
  ],
  options: [dataOption],
  examples: ['polywire backup ./backup-monday', 'polywire serve --data ./backup-monday'],
  async run({ stderr, language }, [folder], values) {
    const bar = new Bar(stderr, language === 'zh' ? '备份' : 'Backup');
    try {
      await backupData(textIn(values, 'data') as string, folder as string, ({ pages, copied }) =>
        bar.show(copied, pages),
      );
    } finally {
      bar.end();
    }
    stderr.write(language === 'zh' ? `已备份到 ${folder}。\n` : `The copy is in ${folder}.\n`);
    return undefined;
  },
};
