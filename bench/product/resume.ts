import type { Experiment, Figures, LapOptions } from '../contract.ts';
import { atMost } from '../goals.ts';
import { titles } from '../server/sides/index.ts';
import { checkWhole, Visit } from './visit.ts';

const LONG = 100_000;
const CLIENTS = 50;
const SHORT = 5_000;
const CHARACTERS = 12;

/** G5: clients that come back. */
export const resume: Experiment = {
  name: 'G5',
  title: { en: 'resume', zh: '续传' },
  about: {
    en: 'Time on the wall from the connect to the last frame, at the client: one that resumes a session of 100,000 events from its beginning; 50 at once that resume 5,000 events each, every one another session. All frames are counted and compared with the disk.',
    zh: '客户端从连接到收到最后一帧的墙钟时间：一个客户端从头续传 100,000 个事件的会话；50 个客户端同时各续传 5,000 个事件（各自不同的会话）。所有帧均计数并与磁盘核对。',
  },
  entries: [{ name: 'polywire', title: titles.polywire }],
  rounds: { full: 5, quick: 1 },
  shows: ['ms', 'together', 'read', 'rss'],
  goals: [
    atMost('ms', 150, { en: '100,000 events ≤ 150 ms', zh: '100,000 个事件 ≤ 150 ms' }, 'ms'),
    atMost('together', 300, { en: '50 × 5,000 at once ≤ 300 ms', zh: '50 × 5,000 同时 ≤ 300 ms' }, 'ms'),
  ],
  lap,
};

async function lap(_: string, options: LapOptions): Promise<Figures> {
  const visit = await Visit.start('G5', options);
  const long = await visit.newSession();
  const events = await visit.build(long, { chunks: LONG, characters: CHARACTERS });
  const shorts: string[] = [];
  for (let n = 0; n < CLIENTS; n += 1) shorts.push(await visit.newSession());
  await Promise.all(shorts.map((session) => visit.build(session, { chunks: SHORT, characters: CHARACTERS })));
  await visit.host.ask({ kind: 'mark' }, 'marked');
  const began = performance.now();
  const one = await visit.read(long, 0);
  const ms = performance.now() - began;
  const { cpuMicros, rss } = await visit.host.ask({ kind: 'read' }, 'read');
  const beganTogether = performance.now();
  const many = await Promise.all(shorts.map((session) => visit.read(session, 0)));
  const together = performance.now() - beganTogether;
  const stored = await visit.close();
  for (const [i, received] of [one, ...many].entries()) checkWhole(`resume ${i}`, received, stored[i]);
  return { ms, together, read: cpuMicros / events, rss: rss / 2 ** 20 };
}
