import { type Plant, runHistory } from './history.ts';
import { Violation } from './judge.ts';

/** What is first said against a server with a mistake in it, and after how many histories. */
export async function catching(plant: Plant): Promise<{ readonly seed: number; readonly said: string }> {
  for (let seed = 1; seed <= MAX_HISTORIES; seed += 1) {
    try {
      await runHistory(seed, plant);
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      return { seed, said: error.message.split('\n')[0] ?? '' };
    }
  }
  throw new Error('not caught');
}

const MAX_HISTORIES = 60;
