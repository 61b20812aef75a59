import { socketAddresses } from '../../../packages/server/test/support/raw.ts';
import { frameAttacks } from './frames.ts';
import { closeCodeAfter } from './raw-attack.ts';
import { wireTrial } from './wire-trial.ts';

/** Each attack on every socket of every dialect. */
export const frameTrials = frameAttacks.map(({ name, about, cases }) =>
  wireTrial({
    name,
    about,
    cases: socketAddresses.flatMap((address) => cases.map((each) => ({ ...address, ...each }))),
    async attempt(stage, { dialect, endpoint, what, frames, codes }) {
      const code = await closeCodeAfter(stage, stage.place(endpoint.path), frames());
      if (code !== undefined && codes.includes(code)) return String(code);
      throw new Error(`${dialect} ${endpoint.path}, ${what}: closed with ${code}, not ${codes.join(' or ')}`);
    },
  }),
);
