import { chooseLanguage } from '../../scripts/lib/messages.mjs';

const en = {
  working: 'Measuring, some minutes:',
  machine: 'Machine',
  about:
    "Processor time of the server's process for one chunk, in microseconds; net: without the making of the chunks. Ratios are medians of the ratios within each round. Late: from the time a chunk was due, in milliseconds.",
  workload: 'workload',
  side: 'side',
  cpu: 'CPU µs',
  net: 'net µs',
  p50: 'late p50 ms',
  p99: 'late p99 ms',
  goal: 'goal',
  measured: 'measured',
  netRatio: 'net',
  verdict: 'verdict',
  met: 'met',
  missed: 'MISSED',
  checked: 'All that Polywire delivered was found in its log afterwards, to the byte.',
  usage: 'npm run bench -- [--quick] [--only G1] [--profile DIR]',
  unknown: (name: string) => `There is no workload ${name}.`,
};

export type Words = typeof en;

const zh: Words = {
  working: '测量中，需要几分钟：',
  machine: '机器',
  about:
    '服务器进程处理每个分块的处理器时间（微秒）；净值不含产生分块的开销。比值为各轮内比值的中位数。延迟从分块应发出的时刻算起（毫秒）。',
  workload: '负载',
  side: '对象',
  cpu: 'CPU µs',
  net: '净值 µs',
  p50: '延迟 p50 ms',
  p99: '延迟 p99 ms',
  goal: '目标',
  measured: '实测',
  netRatio: '净值',
  verdict: '结论',
  met: '达到',
  missed: '未达到',
  checked: 'Polywire 送达的全部内容事后均在其日志中逐字节核对一致。',
  usage: 'npm run bench -- [--quick] [--only G1] [--profile 目录]',
  unknown: (name) => `没有名为 ${name} 的负载。`,
};

export const words: Words = { en, zh }[chooseLanguage(process.env)];
