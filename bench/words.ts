import { chooseLanguage } from '../scripts/lib/messages.mjs';
import type { Text } from './lib/text.ts';

/** What the command says, in both languages. */
export const words = {
  working: { en: 'Measuring', zh: '测量中' },
  machine: { en: 'Machine', zh: '机器' },
  about: {
    en: "CPU: the server's processor time for one chunk, user and system; net: without the making of the chunks. Ratios are medians of the ratios within each round. Late: from the time a chunk was due.",
    zh: 'CPU：服务器处理每个分块的处理器时间（用户态与内核态）；净值不含产生分块的开销。比值为各轮内比值的中位数。延迟从分块应发出的时刻算起。',
  },
  workload: { en: 'workload', zh: '负载' },
  side: { en: 'side', zh: '对象' },
  goal: { en: 'goal', zh: '目标' },
  measured: { en: 'measured', zh: '实测' },
  net: { en: 'net', zh: '净值' },
  verdict: { en: 'verdict', zh: '结论' },
  met: { en: 'met', zh: '达到' },
  missed: { en: 'MISSED', zh: '未达到' },
  checked: {
    en: 'All that Polywire delivered was found in its log afterwards, to the byte.',
    zh: 'Polywire 送达的全部内容事后均在其日志中逐字节核对一致。',
  },
  hasty: {
    en: 'In one short round much is still being compiled while it is counted: paced workloads look dearer and later than they are. The verdicts that count are those of a whole run.',
    zh: '一轮短测在计数时仍有大量代码正在编译：匀速负载看起来比实际更贵、更迟。以完整运行的结论为准。',
  },
  rounds: { en: 'rounds', zh: '轮' },
  written: {
    en: 'Written: docs/benchmarks.md, its charts and docs/benchmarks.json.',
    zh: '已写入 docs/benchmarks.md、其图表与 docs/benchmarks.json。',
  },
  usage: {
    en: [
      'npm run bench -- [options]',
      '  --quick        one short round, under 3 minutes; writes nothing',
      '  --only G1,G5   only these',
      '  --no-peers     without the programs that have to be installed; writes nothing',
      '  --write        write docs/benchmarks.md in any case; --no-write: in no case',
      '  --profile DIR  a CPU profile of every lap',
    ].join('\n'),
    zh: [
      'npm run bench -- [选项]',
      '  --quick        一轮短测，3 分钟以内；不写文档',
      '  --only G1,G5   只测这些',
      '  --no-peers     不测需要安装的对比程序；不写文档',
      '  --write        总是写入 docs/benchmarks.md；--no-write：从不写入',
      '  --profile 目录  每一圈的 CPU 剖析',
    ].join('\n'),
  },
} satisfies Record<string, Text>;

export function unknownWorkload(name: string, known: readonly string[]): string {
  return {
    en: `There is no workload ${name}; there are ${known.join(', ')}.`,
    zh: `没有名为 ${name} 的负载；现有 ${known.join('、')}。`,
  }[chooseLanguage(process.env)];
}
