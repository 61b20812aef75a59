import { socketAddresses } from '../../../packages/server/test/support/raw.ts';
import type { Trial } from '../../contract.ts';
import { frameAttacks } from './frames.ts';
import { closeCodeAfter } from './raw-attack.ts';
import { onStage } from './stage/lend.ts';
import { Seen, told } from './tell.ts';

const LONG_ROUNDS = 20;

/** Each attack on every socket of every dialect. */
export const frameTrials: readonly Trial[] = frameAttacks.map(({ name, about, cases }) => {
  const each = socketAddresses.flatMap((address) => cases.map((one) => ({ ...address, ...one })));
  return {
    name,
    about,
    tries: { long: each.length * LONG_ROUNDS, short: each.length },
    run: (tries) =>
      onStage(async (stage) => {
        const seen = new Seen();
        const watched = await stage.under(async () => {
          for (let i = 0; i < tries.count; i += 1) {
            const { dialect, endpoint, what, frames, codes } = each[i % each.length] as (typeof each)[number];
            const code = await closeCodeAfter(stage, stage.place(endpoint.path), frames());
            if (code === undefined || !codes.includes(code)) {
              throw new Error(`${dialect} ${endpoint.path}, ${what}: closed with ${code}, not ${codes.join(' or ')}`);
            }
            seen.add(String(code));
            tries.done();
          }
        });
        return told(seen, watched);
      }),
  };
});
