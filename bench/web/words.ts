import { chooseLanguage } from '../../scripts/lib/messages.mjs';

const en = {
  working: 'Measuring, about a minute:',
  machine: 'Machine',
  page: 'page',
  ours: 'Polywire',
  plain: 'plain page that appends text',
  busy: 'main thread busy, %',
  longest: 'longest task, ms',
  frames: 'frames over 50 ms, %',
  stream: 'A stream of 200 chunks a second for ten seconds, in Chromium; median of the rounds.',
  scroll: 'Scrolling through a session of 2,000 messages, a screen in each frame.',
  goal: (busy: string) => `Goal: busy less than half of the time. Measured ${busy} %.`,
  met: 'met',
  missed: 'MISSED',
};

const zh: typeof en = {
  working: '测量中，约一分钟：',
  machine: '机器',
  page: '页面',
  ours: 'Polywire',
  plain: '只追加文字的普通页面',
  busy: '主线程占用（%）',
  longest: '最长任务（毫秒）',
  frames: '超过 50 毫秒的帧（%）',
  stream: '在 Chromium 中以每秒 200 块持续十秒的流；取各轮中位数。',
  scroll: '滚动浏览 2,000 条消息的会话，每帧一屏。',
  goal: (busy) => `目标：占用少于一半时间。实测 ${busy} %。`,
  met: '达到',
  missed: '未达到',
};

export const words = { en, zh }[chooseLanguage(process.env)];
