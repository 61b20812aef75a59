import type { Dialect } from '@polywire/protocol';
import { describe } from 'vitest';
import type { NaiveReader } from './reader.ts';
import { commandsSuite } from './suites/commands.ts';
import { endingsSuite } from './suites/endings.ts';
import { endpointsSuite } from './suites/endpoints.ts';
import { fidelitySuite } from './suites/fidelity.ts';
import { framesSuite } from './suites/frames.ts';
import { rejectionsSuite } from './suites/rejections.ts';
import { resumeSuite } from './suites/resume.ts';
import { robustnessSuite } from './suites/robustness.ts';
import { roundTripSuite } from './suites/round-trip.ts';
import { samplesSuite } from './suites/samples.ts';

export interface DialectKit {
  /** The folder with `samples.json`, `rejections.json` and the files they name; its URL ends with a slash. */
  readonly fixtures: URL;
  /** A fresh front end of this dialect. */
  readonly reader: () => NaiveReader;
}

/** Everything a dialect has to hold, as tests. */
export function testDialect(dialect: Dialect, { fixtures, reader }: DialectKit): void {
  describe(dialect.name, () => {
    samplesSuite(dialect, fixtures);
    rejectionsSuite(dialect, fixtures);
    fidelitySuite(dialect, reader);
    endingsSuite(dialect, reader);
    framesSuite(dialect);
    roundTripSuite(dialect);
    resumeSuite(dialect);
    robustnessSuite(dialect);
    commandsSuite(dialect);
    endpointsSuite(dialect);
  });
}
