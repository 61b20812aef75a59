import type { Dialect } from '@polywire/protocol';
import { describe } from 'vitest';
import type { NaiveReader } from './reader.ts';
import { resumeSuite } from './suites/resume.ts';
import { roundTripSuite } from './suites/round-trip.ts';

export interface DialectKit {
  /** The folder with `samples.json`, `rejections.json` and the files they name. */
  readonly fixtures: URL;
  readonly reader: () => NaiveReader;
}

/** Everything a dialect has to hold, as tests. */
export function testDialect(dialect: Dialect, _kit: DialectKit): void {
  describe(dialect.name, () => {
    roundTripSuite(dialect);
    resumeSuite(dialect);
  });
}
