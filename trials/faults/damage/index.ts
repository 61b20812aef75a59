import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Trial } from '../../contract.ts';
import { randomOf } from '../../lib/random.ts';
import { TrialServer } from '../../lib/trial-server.ts';
import { makeTruth, removeTruth, type Truth } from './data.ts';
import { harm, PAGE_BYTES, readPage } from './harm.ts';
import { readAll } from './read-all.ts';

/** Beside each other, on different data. */
const LANES = 2;

type Found = 'refused' | 'contained' | 'unharmed';

/** Each page of a database in turn is harmed, and a server is started on it. */
export const damage: Trial = {
  name: 'damage',
  about: { en: 'database damaged, page by page', zh: '数据库逐页损坏' },
  tries: { long: 213, short: 4 },
  async run({ count, seed, done }) {
    const truth = await makeTruth();
    try {
      const pages = Math.ceil((await stat(truth.file)).size / PAGE_BYTES);
      const tally = { refused: 0, contained: 0, unharmed: 0 };
      let next = 0;
      const lane = async () => {
        while (next < count) {
          const n = next;
          next += 1;
          const page = count < pages ? randomOf(seed + n).int(0, pages - 1) : n % pages;
          tally[await damaged(truth, page, seed + n)] += 1;
          done();
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      const { refused, contained, unharmed } = tally;
      return {
        en: `${pages} pages: ${refused} × refused to start with a sentence, ${contained} × the damaged sessions alone, ${unharmed} × no event harmed; 0 wrong events`,
        zh: `${pages} 页：${refused} 次拒绝启动并说明原因，${contained} 次仅影响受损会话，${unharmed} 次事件无损；0 个错误事件`,
      };
    } finally {
      await removeTruth(truth);
    }
  },
};

async function damaged(truth: Truth, page: number, seed: number): Promise<Found> {
  const data = await mkdtemp(join(tmpdir(), 'polywire-damage-'));
  const file = join(data, 'polywire.db');
  await copyFile(truth.file, file);
  await harm(file, page, randomOf(seed));
  const concerned = await namedIn(truth, page);
  try {
    return await look(truth, data, concerned);
  } catch (error) {
    throw new Error(`page ${page}, seed ${seed}: ${(error as Error).message}`, { cause: error });
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

/** `concerned`: the sessions that may have lost something. */
async function look({ sessions }: Truth, data: string, concerned: readonly string[]): Promise<Found> {
  const server = TrialServer.on(data);
  try {
    await server.begin({ stderr: 'keep' }).catch(() => undefined);
    const { said, isOver } = server.process;
    if (isOver) {
      if (/The database is damaged|cannot|newer/.test(said) && !said.includes('    at ')) return 'refused';
      throw new Error(`it did not start, and said: ${said.slice(0, 600)}`);
    }
    const damaged = await readAll(server.url, sessions);
    const beyond = damaged.filter((session) => !concerned.includes(session));
    if (beyond.length > 0) throw new Error(`${beyond} lost events, and the page has only those of ${concerned}`);
    return damaged.length === 0 ? 'unharmed' : 'contained';
  } finally {
    await server.remove();
  }
}

/** Whose events a page has: what is said in each session has its name in every word. */
async function namedIn({ file, sessions }: Truth, page: number): Promise<string[]> {
  const bytes = await readPage(file, page);
  return [...sessions.keys()].filter((session) => bytes.includes(session));
}
