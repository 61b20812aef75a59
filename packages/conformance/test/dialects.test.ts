import { dialects } from '@polywire/protocol';
import { type NaiveReader, testDialect } from '../src/index.ts';

for (const dialect of dialects) {
  const { reader } = (await import(`../readers/${dialect.name}.ts`)) as { reader: () => NaiveReader };
  testDialect(dialect, { fixtures: new URL(`../fixtures/${dialect.name}/`, import.meta.url), reader });
}
