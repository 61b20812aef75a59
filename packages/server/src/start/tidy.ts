import type { Wire } from '../wire/contract.ts';
import type { Start } from './contract.ts';
import type { Data } from './open-data.ts';

/** Takes away what is too old, now and from time to time, and forgets what nobody needs in memory. */
export async function keepTidy(start: Start, { store }: Data, { directory, feeds }: Wire): Promise<void> {
  const { config, opened, report, now } = start;
  const prune = async () => {
    if (config.retentionDays > 0) await store.prune(config.retentionDays * DAY_MS);
  };
  await prune();
  const sweep = setInterval(() => {
    feeds.sweep(now());
    directory.sweep((id) => feeds.watchers(id) > 0);
  }, SWEEP_MS).unref();
  const work = setInterval(() => {
    store.messages.index().catch(report);
    prune().catch(report);
  }, WORK_MS).unref();
  opened.add(() => [sweep, work].forEach(clearInterval));
}

/** A session that is used once is in memory for as long, and as long again. */
const SWEEP_MS = 10_000;
const WORK_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;
