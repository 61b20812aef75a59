import { chooseLanguage } from '../../scripts/lib/messages.mjs';

const en = {
  fault: 'fault',
  attack: 'attack',
  tries: 'tries',
  seconds: 'seconds',
  result: 'result',
  held: 'held',
  failed: 'FAILED',
  skipped: 'not tried',
  again: (command: string) => `again: ${command}`,
  unknown: (name: string, all: string) => `There is no trial "${name}". There are: ${all}`,
  usage: (command: string) =>
    `${command} [-- --only NAME[,NAME…]] [--tries N] [--seed N] [--quick]\n  --quick: as few tries as in npm test\n  --tries: seconds for fuzzers`,
};

export type Words = typeof en;

const zh: Words = {
  fault: '故障',
  attack: '攻击',
  tries: '次数',
  seconds: '秒',
  result: '结果',
  held: '通过',
  failed: '未通过',
  skipped: '未试',
  again: (command) => `重现：${command}`,
  unknown: (name, all) => `没有名为“${name}”的试验。现有：${all}`,
  usage: (command) =>
    `${command} [-- --only 名称[,名称…]] [--tries N] [--seed N] [--quick]\n  --quick：次数与 npm test 相同\n  --tries：对模糊测试为秒数`,
};

export const language = chooseLanguage(process.env);
export const words: Words = { en, zh }[language];
