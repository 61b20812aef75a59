import { dialects } from '@polywire/protocol';
import { type NaiveReader, testDialect } from '../src/index.ts';

for (const dialect of dialects) {
  const fixtures = new URL(`../fixtures/${dialect.name}/`, import.meta.url);
  testDialect(dialect, { fixtures, reader: await readerOf(dialect.name) });
}

/** A dialect without a reader fails where its screen is looked at, and says why. */
async function readerOf(name: string): Promise<() => NaiveReader> {
  try {
    return ((await import(`../readers/${name}.ts`)) as { reader: () => NaiveReader }).reader;
  } catch (cause) {
    return () => {
      throw new Error(`there is no naive reader in packages/conformance/readers/${name}.ts`, { cause });
    };
  }
}
