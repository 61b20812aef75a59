import type { Trial, Tries } from '../../contract.ts';
import { randomOf } from '../../lib/random.ts';
import { cannotTrace } from '../../lib/strace.ts';
import { Life } from './life.ts';
import { type Trap, traps } from './traps.ts';

/** Beside each other, on different data. */
const LANES = 2;
/** Of the traps, so many must have been sprung: the rest are kills at any moment. */
const NEARLY_ALL = 0.9;
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
    let [lives, sprung, parked] = [0, 0, 0];
    const lane = async () => {
      while (left > 0) {
        const count = Math.min(left, KILLS_OF_A_LIFE, Math.ceil(tries.count / LANES));
        left -= count;
        lives += 1;
        const told = await live(trap, count, tries, lives);
        sprung += told.sprung;
        parked += told.parked;
      }
    };
    await Promise.all(Array.from({ length: Math.min(LANES, tries.count) }, lane));
    const missed = tries.count - sprung;
    if (sprung < tries.count * NEARLY_ALL) throw new Error(`${missed} of ${tries.count} traps were not sprung`);
    return {
      en: `0 lost, doubled or reordered in any dialect; every run reached its end${parked > 0 ? `, ${parked} parked after three deaths in vain` : ''}${missed > 0 ? `; ${missed} traps not sprung` : ''}`,
      zh: `各方言均无丢失、重复或乱序；所有运行都有结果${parked > 0 ? `，${parked} 个在三次无果的中断后被搁置` : ''}${missed > 0 ? `；${missed} 个陷阱未触发` : ''}`,
    };
  },
}));

async function live(trap: Trap, count: number, { seed, done }: Tries, nth: number) {
  const life = await Life.begin(randomOf(seed + nth));
  let sprung = 0;
  try {
    for (let n = 0; n < count; n += 1) {
      if (await life.die(trap)) sprung += 1;
      done();
    }
    return { sprung, parked: await life.conclude() };
  } finally {
    await life.remove();
  }
}
