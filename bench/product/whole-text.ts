import { type Dialect, dialects } from '@polywire/protocol';
import type { Experiment, Figures, LapOptions } from '../contract.ts';
import { atMost } from '../goals.ts';
import { streamOf } from '../server/product.ts';
import { Reader } from '../server/reader.ts';
import { titles } from '../server/sides/index.ts';
import type { Task } from './contract.ts';
import { Visit } from './visit.ts';

/** 100,000 characters at 50 chunks a second: each preview that is sent has grown by as much as it must have. */
const TASK = { chunks: 1_000, characters: 100, everyMs: 20 };
/** The same as fast as it is stored: what the reply costs without a thousand wake-ups. */
const AT_ONCE = { chunks: TASK.chunks, characters: TASK.characters, perTurn: 10 };
/** Written first, as fast as it can be: programs are slower before they are compiled. */
const WARM_UP = { chunks: 20_000, characters: 100 };
/** A part of it, made in the same time and not said: what it takes to wake up so often. */
const SILENT = { ...TASK, chunks: 250, isSilent: true };

/** G8: a wire that sends whole texts. */
export const wholeText: Experiment = {
  name: 'G8',
  title: { en: 'a long reply where whole texts are sent', zh: '发送全文的方言中的长回复' },
  about: {
    en: 'A reply of 100,000 characters, 1,000 chunks in 20 s, and the same once more as fast as it is stored, 10 chunks at each turn of the event loop, to one client of the dialect that sends the whole text again and again. Every frame that the log stands for must arrive as it is; what comes besides are previews. Net of waking up: without what the same process takes to make the same chunks in the same time and say none of them.',
    zh: '一条 100,000 字符的回复（20 秒内 1,000 个分块），以及同样的回复以存储所及的最快速度再来一次（事件循环每转一圈 10 个分块），发送给反复发送全文的方言的一个客户端。日志对应的每一帧都必须原样到达；其余为预览。“不含唤醒”：减去同一进程在同样时间内产生同样分块但不发送的开销。',
  },
  entries: [{ name: 'polywire', title: titles.polywire }],
  rounds: { full: 5, quick: 1 },
  shows: ['wire', 'work', 'awake', 'burst', 'rss'],
  goals: [
    atMost('wire', 25, { en: '≤ 25 MB on the wire', zh: '传输 ≤ 25 MB' }, 'MB'),
    atMost('work', 100, { en: 'CPU ≤ 100 ms, in 20 s', zh: 'CPU ≤ 100 ms，20 秒内' }, 'ms', 'awake'),
    atMost('burst', 100, { en: 'CPU ≤ 100 ms, at once', zh: 'CPU ≤ 100 ms，一次到齐' }, 'ms'),
  ],
  lap,
};

/** The one that sends previews. */
const dialect = dialects.find(({ traits }) => traits.preview) as Dialect;
const endpoint = dialect.endpoints.find(({ does, framing }) => does === 'converse' && framing === 'sse');

async function lap(_: string, options: LapOptions): Promise<Figures> {
  const visit = await Visit.start('G8', options);
  const paced = await visit.newSession();
  const burst = await visit.newSession();
  const other = await visit.newSession();
  await visit.build(other, WARM_UP);
  await visit.host.ask({ kind: 'mark' }, 'marked');
  await visit.write(other, SILENT);
  const silent = await visit.host.ask({ kind: 'read' }, 'read');
  const slow = await reply(visit, paced, TASK);
  const quick = await reply(visit, burst, AT_ONCE);
  const [storedSlow, storedQuick] = await visit.close(dialect.name, true);
  checkInOrder(slow.texts, storedSlow?.texts ?? []);
  checkInOrder(quick.texts, storedQuick?.texts ?? []);
  const waking = (silent.cpuMicros / 1_000) * (TASK.chunks / SILENT.chunks);
  return {
    wire: slow.wireMb,
    work: slow.cpuMs,
    awake: slow.cpuMs - waking,
    burst: quick.cpuMs,
    rss: slow.rss / 2 ** 20,
  };
}

/** Has it written to a reader of the dialect, to its end. */
async function reply(visit: Visit, session: string, task: Task) {
  const [said] = dialect.client.encode({ type: 'message.send', session, text: JSON.stringify(task) });
  const body = said && 'data' in said ? said.data : '';
  await visit.host.ask({ kind: 'mark' }, 'marked');
  const decoder = dialect.client.decoder(streamOf(dialect));
  const texts: string[] = [];
  const reader = await new Promise<Reader>((resolve, reject) => {
    const dialogue = { transport: 'sse', path: endpoint?.path ?? '', body, chunkPrefix: '' } as const;
    const made = new Reader({
      port: visit.port,
      dialogue,
      onFrame(all, from, length) {
        const data = /^data: ?(.*)$/m.exec(all.toString('utf8', from, from + length))?.[1];
        if (data === undefined) return;
        texts.push(data);
        if (decoder.push({ data }).values.some(({ type }) => type === 'run.finished')) resolve(made);
      },
    });
    visit.host.failed.catch(reject);
  });
  const { cpuMicros, rss } = await visit.host.ask({ kind: 'read' }, 'read');
  reader.close();
  return { texts, wireMb: reader.bytesOnWire / 1e6, cpuMs: cpuMicros / 1_000, rss };
}

/** All frames of the log, in their order, among those that came. */
function checkInOrder(delivered: readonly string[], stored: readonly string[]): void {
  let at = 0;
  for (const text of stored) {
    at = delivered.indexOf(text, at) + 1;
    if (at === 0) throw new Error(`not delivered: ${text.slice(0, 200)}`);
  }
}
