import type { Experiment, Figures, LapOptions } from '../contract.ts';
import { checkWhole, Visit } from './visit.ts';

const SIZES = [1_000, 10_000, 100_000];
const QUICK_SIZES = [1_000, 10_000];
const CHARACTERS = 12;
/** What is written on top, and measured. */
const MORE = 5_000;
/** Written to another session first: programs are slower before they are compiled. */
const WARM_UP = 20_000;

/** What an event costs in a long session. */
export const growingSession: Experiment = {
  name: 'growth-events',
  title: { en: 'Cost of an event by the length of its session', zh: '每个事件的开销与会话长度' },
  about: {
    en: 'A session that has 1,000 to 100,000 events. Append: what each of 5,000 more costs, stored and sent to one reader. Resume: what each costs when all are read again from the beginning.',
    zh: '已有 1,000 至 100,000 个事件的会话。追加：再写入 5,000 个事件（存储并发送给一个读者），每个的开销。续传：从头重新读取全部事件，每个的开销。',
  },
  x: { en: 'events in the session', zh: '会话中的事件数' },
  entries: SIZES.map((size) => ({
    name: String(size),
    title: { en: `${size.toLocaleString('en-US')} events`, zh: `${size.toLocaleString('en-US')} 个事件` },
    point: { curve: 'Polywire', x: size },
    ...(!QUICK_SIZES.includes(size) && { isExtra: true }),
  })),
  rounds: { full: 2, quick: 1 },
  shows: ['append', 'read'],
  charts: ['append', 'read'],
  goals: [],
  lap,
};

async function lap(entry: string, options: LapOptions): Promise<Figures> {
  const size = Number(entry);
  const visit = await Visit.start(`events-${size}`, options);
  const other = await visit.newSession();
  await visit.build(other, { chunks: WARM_UP, characters: CHARACTERS });
  await visit.read(other, 0);
  const session = await visit.newSession();
  await visit.build(session, { chunks: size, characters: CHARACTERS });
  await visit.host.ask({ kind: 'mark' }, 'marked');
  const events = await visit.write(session, { chunks: MORE, characters: CHARACTERS });
  const appended = await visit.host.ask({ kind: 'read' }, 'read');
  await visit.host.ask({ kind: 'mark' }, 'marked');
  const received = await visit.readTo(session, events);
  const read = await visit.host.ask({ kind: 'read' }, 'read');
  const stored = await visit.close();
  checkWhole(entry, received, stored[1]);
  return { append: appended.cpuMicros / MORE, read: read.cpuMicros / events };
}
