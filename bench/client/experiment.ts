import { dialects } from '@polywire/protocol';
import type { Experiment, Goal } from '../contract.ts';
import { of } from '../goals.ts';
import { startChild } from '../lib/child.ts';
import { median } from '../lib/median.ts';
import { name } from '../lib/text.ts';
import type { Order, Report } from './contract.ts';

const MOST = 1.2;
/** Of the best of so many; a peer's one takes as long as all of ours. */
const TIMES = 3;

const spoken = dialects.filter(({ endpoints }) =>
  endpoints.some(({ does, framing }) => does === 'converse' && framing === 'ws'),
);
const peers = [
  { name: 'aiSdk', title: name('AI SDK readUIMessageStream'), isExtra: true, isPeer: true },
  { name: 'agUi', title: name('AG-UI HttpAgent'), isExtra: true, isPeer: true },
];

const goal: Goal = {
  says: {
    en: `40,000 chunks ≤ ${MOST} × 10,000, in every dialect`,
    zh: `40,000 个分块 ≤ ${MOST} × 10,000 个，各方言均须满足`,
  },
  measure(rounds) {
    const ratios = spoken.map((dialect) =>
      median(rounds.map((round) => of(round, dialect.name, 'long') / of(round, dialect.name, 'chunk'))),
    );
    const worst = Math.max(...ratios);
    return { text: worst.toFixed(2), isMet: worst <= MOST };
  },
};

/** G9: what a chunk costs a client when the answer is long. */
export const longAnswers: Experiment = {
  name: 'G9',
  title: { en: 'long answers at the client', zh: '客户端的长回复' },
  about: {
    en: 'What a chunk costs a client in an answer of 10,000 chunks and in one of 40,000: our client in each dialect that has a socket, the AI SDK’s transport and reader, and AG-UI’s HttpAgent. All are given the bytes without a network.',
    zh: '在 10,000 个分块与 40,000 个分块的回复中，客户端处理每个分块的开销：我们的客户端（各个有套接字的方言），AI SDK 的传输与读取器，以及 AG-UI 的 HttpAgent。均不经网络直接给予字节。',
  },
  entries: [...spoken.map((dialect) => ({ name: dialect.name, title: name(`Polywire, ${dialect.title}`) })), ...peers],
  rounds: { full: 5, quick: 1 },
  shows: ['chunk', 'long'],
  charts: ['chunk', 'long'],
  goals: [goal],
  async lap(entry, { isQuick }) {
    const isPeer = peers.some((peer) => peer.name === entry);
    const child = startChild<Order, Report>(new URL('./host.ts', import.meta.url), [
      entry,
      String(isPeer || isQuick ? 1 : TIMES),
    ]);
    const { small, large } = await child.reported('read');
    return { chunk: small, long: large };
  },
};
