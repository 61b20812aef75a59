import type { Trial, Tries } from '../../contract.ts';
import { randomOf } from '../../lib/random.ts';
import { cannotTrace } from '../../lib/strace.ts';
import { Life } from './life.ts';
import { type Trap, traps } from './traps.ts';

/** Beside each other, on different data. */
const LANES = 2;
/** Logs that grow long make each start slower and show nothing new. */
const KILLS_OF_A_LIFE = 25;

/** Kills without warning: 1,000 in all. */
export const kills: readonly Trial[] = traps.map((trap) => ({
  name: `kill-${trap.name}`,
  about: { en: `kill -9 ${trap.where.en}`, zh: `kill -9：${trap.where.zh}` },
  tries: trap.name === 'any-time' ? { long: 400, short: 4 } : { long: 75, short: 2 },
  ...(trap.call && { needs: cannotTrace }),
  async run(tries: Tries) {
    let left = tries.count;
    let [lives, parked] = [0, 0];
    const lane = async () => {
      while (left > 0) {
        const count = Math.min(left, KILLS_OF_A_LIFE, Math.ceil(tries.count / LANES));
        left -= count;
        lives += 1;
        parked += await live(trap, count, tries, lives);
      }
    };
    await Promise.all(Array.from({ length: Math.min(LANES, tries.count) }, lane));
    const also = parked > 0;
    return {
      en: `0 lost, doubled or reordered in any dialect; every run reached its end${also ? `, ${parked} parked after three deaths in vain` : ''}`,
      zh: `各方言均无丢失、重复或乱序；所有运行都有结果${also ? `，${parked} 个在三次无果的中断后被搁置` : ''}`,
    };
  },
}));

async function live(trap: Trap, count: number, { seed, done }: Tries, nth: number): Promise<number> {
  const life = await Life.begin(randomOf(seed + nth));
  try {
    for (let n = 0; n < count; n += 1) {
      await life.die(trap);
      done();
    }
    return await life.conclude();
  } finally {
    await life.remove();
  }
}
