import { dialects } from '@polywire/protocol';

const spoken = dialects.filter(({ name }) => name !== 'native');
const isLong = process.env.POLYWIRE_LONG === '1';

/** Every upstream with every front end; for everyday each of them once on either side. */
export const pairs = spoken.flatMap((up, i) =>
  spoken
    .filter((_, j) => isLong || j === (i + 1) % spoken.length)
    .map((front) => ({ name: `${up.name} behind ${front.name}`, up, front })),
);
