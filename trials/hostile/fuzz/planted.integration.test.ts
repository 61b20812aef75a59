import { dialects } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { Stage } from '../wire/stage/stage.ts';
import { fuzz } from './fuzz.ts';
import { planted } from './planted.ts';

/** One in which a message brings its session into being: there a fault would be stored. */
const dialect = dialects.find(({ traits }) => traits.unknownSession !== 'refuse');

it.each(Object.keys(planted))('finds a server that %s', { timeout: 180_000 }, async (fault) => {
  const stage = await Stage.open({ fault });
  try {
    const tries = { count: 120, seed: 1, done: () => undefined };
    const found = fuzz(stage, dialect as NonNullable<typeof dialect>, tries, { shrinkMs: 500 });
    await expect(found).rejects.toThrow(/--seed \d+.*⇐.*sends/s);
  } finally {
    await stage.close();
  }
});
