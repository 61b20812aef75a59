import { socketAddresses } from '../../../packages/server/test/support/raw.ts';
import { frameAttacks } from './frames.ts';
import { closeCodeAfter } from './raw-attack.ts';
import type { Stage } from './stage/stage.ts';
import { wireTrial } from './wire-trial.ts';

/** Each attack on every socket of every dialect. */
export const frameTrials = frameAttacks.map(({ name, about, cases }) =>
  wireTrial({
    name,
    about,
    cases: socketAddresses.flatMap((address) => cases.map((each) => ({ ...address, ...each }))),
    async attempt(stage, { dialect, endpoint, what, frames, codes }) {
      const code = await codeOf(stage, stage.place(endpoint.path), frames);
      if (code !== undefined && codes.includes(code)) return String(code);
      throw new Error(`${dialect} ${endpoint.path}, ${what}: closed with ${code}, not ${codes.join(' or ')}`);
    },
  }),
);

/** On a machine that is very busy a reset overtakes the code that was sent before it: then it is tried again. */
async function codeOf(stage: Stage, path: string, frames: () => Iterable<Buffer>): Promise<number | undefined> {
  for (let left = ATTEMPTS; left > 1; left -= 1) {
    const code = await closeCodeAfter(stage, path, frames());
    if (code !== undefined) return code;
  }
  return closeCodeAfter(stage, path, frames());
}
const ATTEMPTS = 3;
