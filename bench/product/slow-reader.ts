import type { Experiment, Figures, LapOptions } from '../contract.ts';
import { atMost } from '../goals.ts';
import { titles } from '../server/sides/index.ts';
import type { EventReader } from './event-reader.ts';
import { checkWhole, Visit } from './visit.ts';

const READERS = 8;
/** More than the sockets of a machine hold on their own. */
const TASK = { chunks: 2_000, characters: 20_000 };
const EVENT_BYTES = 20_500;
const MIB = 2 ** 20;

/** G7: readers that never read. */
export const slowReader: Experiment = {
  name: 'G7',
  title: { en: 'readers that never read', zh: '从不读取的读者' },
  about: {
    en: `${READERS} readers of one session read nothing while 40 MB are written in it. Held: the most bytes that wait in the server for one of them. Cut: from the last byte that a reader took to the end of its connection. Then each reads what had reached it, resumes after that, and must have had every event once.`,
    zh: `${READERS} 个读者完全不读取，同时该会话写入 40 MB。占用：服务器中等待某个读者的最大字节数。断开：从读者最后取走一个字节到连接结束。随后各读者读完已到达的内容、从其后续传，每个事件必须恰好出现一次。`,
  },
  entries: [{ name: 'polywire', title: titles.polywire }],
  rounds: { full: 5, quick: 1 },
  shows: ['held', 'cut', 'behind', 'rss'],
  goals: [
    atMost(
      'held',
      (MIB + EVENT_BYTES) / 1024,
      { en: 'held ≤ 1 MiB + one event', zh: '占用 ≤ 1 MiB + 一个事件' },
      'KiB',
    ),
    atMost('cut', 10, { en: 'cut within 10 s', zh: '10 s 内断开' }, 's'),
  ],
  lap,
};

async function lap(_: string, options: LapOptions): Promise<Figures> {
  const visit = await Visit.start('G7', options);
  const session = await visit.newSession();
  const readers = Array.from({ length: READERS }, () => visit.watch(session));
  await Promise.all(readers.map(({ reader }) => reader.opened));
  for (const { reader } of readers) reader.pause();
  await visit.host.ask({ kind: 'mark', looks: true }, 'marked');
  await visit.build(session, TASK);
  let report = await visit.host.ask({ kind: 'read' }, 'read');
  while (report.cutMs.length < READERS) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    report = await visit.host.ask({ kind: 'read' }, 'read');
  }
  const ended = readers.map(({ reader }) => reader.ended());
  for (const { reader } of readers) reader.resume();
  await Promise.all(ended);
  const began = performance.now();
  const rest = await Promise.all(readers.map(({ place }) => visit.read(session, place)));
  const behind = performance.now() - began;
  const [stored] = await visit.close();
  for (const [i, { frames, bytes }] of rest.entries()) {
    const early = readers[i] as EventReader;
    checkWhole(`reader ${i}`, { frames: early.frames + frames, bytes: early.bytes + bytes }, stored);
  }
  return { held: report.held / 1024, cut: Math.max(...report.cutMs) / 1_000, behind, rss: report.rss / MIB };
}
